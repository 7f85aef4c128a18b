import type { Privacy, StreamHead } from "@nightjar/contract";
import { Button, Notice } from "@nightjar/ui";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useStreamUpdate } from "../state/use-stream-update.ts";
import type { TypedTexts } from "./start-texts.ts";

/** Whoever takes back what they type means no step of the tracklist. */
function holdUndo(event: KeyboardEvent) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") event.preventDefault();
}

export interface TypedMeanwhileProps {
  stream: StreamHead;
  /** Those that the stream has not. */
  texts: TypedTexts;
  /** undefined: none was chosen. */
  privacy: Privacy | undefined;
  /** Of the form that this stands for. */
  hadFocus: RefObject<boolean>;
  onDone: () => void;
}

/** What was entered for a Start that somebody else made: it is shown until it is said what becomes of it. */
export function TypedMeanwhile({ stream, texts, privacy, hadFocus, onDone }: TypedMeanwhileProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) place.current?.focus();
  }, [hadFocus]);
  const update = useStreamUpdate(stream, onDone);
  const { title, description } = texts;
  const isTyped = title !== undefined || description !== undefined;
  const was = {
    ...(title !== undefined && { title: stream.title }),
    ...(description !== undefined && { description: stream.description }),
  };
  return (
    <div ref={place} tabIndex={-1} onKeyDown={holdUndo} className="mx-5 mb-5 rounded-lg">
      <Notice tone="warn" role="alert">
        <p>Somebody started the stream meanwhile, without what you {isTyped ? "typed. It is not saved yet." : "chose."}</p>
        {title !== undefined && <p className="mt-1">Stream Title: {title}</p>}
        {description !== undefined && (
          <p className="mt-1 line-clamp-4 whitespace-pre-line">Description: {description === "" ? "none" : description}</p>
        )}
        {privacy !== undefined && (
          <p className="mt-1">
            Privacy: {privacy}. {stream.youtubeConnected && "That of a broadcast on air is changed at YouTube."}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" disabled={update.isPending} onClick={onDone}>
            {isTyped ? "Discard" : "Dismiss"}
          </Button>
          {isTyped && (
            <Button size="sm" variant="primary" busy={update.isPending} onClick={() => update.run({ id: stream.id, ...texts, was })}>
              Save
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
