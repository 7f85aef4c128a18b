import type { StreamHead } from "@nightjar/contract";
import { Button, Notice } from "@nightjar/ui";
import { useStreamUpdate } from "../state/use-stream-update.ts";
import type { TypedTexts } from "./start-texts.ts";

export interface TypedMeanwhileProps {
  stream: StreamHead;
  /** Those that the stream has not. */
  texts: TypedTexts;
  onDone: () => void;
}

/** What was typed for a Start that somebody else made: it is shown until it is said what becomes of it. */
export function TypedMeanwhile({ stream, texts, onDone }: TypedMeanwhileProps) {
  const update = useStreamUpdate(stream, onDone);
  const { title, description } = texts;
  const was = {
    ...(title !== undefined && { title: stream.title }),
    ...(description !== undefined && { description: stream.description }),
  };
  return (
    <Notice tone="warn" role="status" className="mx-5 mb-5">
      <p>Somebody started the stream meanwhile, without what you typed. It is not saved yet.</p>
      {title !== undefined && <p className="mt-1">Stream Title: {title === "" ? "none" : title}</p>}
      {description !== undefined && <p className="mt-1">Description: {description === "" ? "none" : description}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" disabled={update.isPending} onClick={onDone}>
          Discard
        </Button>
        <Button
          size="sm"
          variant="primary"
          busy={update.isPending}
          disabled={title === ""}
          onClick={() => update.run({ id: stream.id, ...texts, was })}
        >
          Save
        </Button>
      </div>
    </Notice>
  );
}
