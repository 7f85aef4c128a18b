import type { Privacy, StreamHead } from "@nightjar/contract";
import { Button, Notice } from "@nightjar/ui";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { FormConflict } from "../../../layout/form-conflict.tsx";
import { focusPlace } from "../../../layout/met-notice.tsx";
import { followFocus } from "../destinations/use-form-focus.ts";
import { fieldName } from "../state/change-sentence.ts";
import { useStreamUpdate } from "../state/use-stream-update.ts";
import type { TypedTexts } from "./start-texts.ts";

/** Whoever takes back what they type means no step of the tracklist. */
function holdUndo(event: KeyboardEvent) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") event.preventDefault();
}

const PRIVACY_NAMES: Readonly<Record<Privacy, string>> = { public: "Public", unlisted: "Unlisted", private: "Private" };

interface LeftProps {
  stream: StreamHead;
  /** Those that the stream has not. */
  texts: TypedTexts;
  /** undefined: none was chosen that the stream could have. */
  privacy: Privacy | undefined;
  /** Of the form that this stands for. */
  hadFocus: RefObject<boolean>;
  onDone: () => void;
}

/** What a Start was made without: it is shown until it is said what becomes of it. */
function Left({ stream, texts, privacy, hadFocus, onDone }: LeftProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    const card = current?.closest("section");
    if (!current || !card) return;
    if (hadFocus.current && document.activeElement?.contains(current)) current.focus();
    const unfollow = followFocus(current);
    return () => {
      if (unfollow()) focusPlace(card);
    };
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
        <p>The stream was started without what you {isTyped ? "typed. It is not saved yet." : "chose."}</p>
        {title !== undefined && (
          <p className="mt-1">
            Stream Title: <bdi>{title}</bdi>
          </p>
        )}
        {description !== undefined && (
          // All of it is to be read before it is discarded, by keys too.
          <p tabIndex={0} className="mt-1 max-h-24 overflow-y-auto rounded-sm whitespace-pre-line">
            Description: {description === "" ? "none" : description}
          </p>
        )}
        {privacy !== undefined && (
          <p className="mt-1">Privacy: {PRIVACY_NAMES[privacy]}. That of a broadcast on air is changed at YouTube.</p>
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

export interface TypedMeanwhileProps extends LeftProps {
  /** Those of the texts that somebody else has changed before a Start. */
  met: readonly (keyof TypedTexts)[];
  loadTheirs: () => void;
  keepMine: () => void;
}

/** What others did to the stream while something was entered for its Start. */
export function TypedMeanwhile({ met, loadTheirs, keepMine, ...left }: TypedMeanwhileProps) {
  if (left.stream.isLive) return <Left {...left} />;
  return (
    <div className="mx-5 mb-5">
      <FormConflict of="stream" names={met.map(fieldName)} onLoad={loadTheirs} onKeep={keepMine} />
    </div>
  );
}
