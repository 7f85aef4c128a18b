import type { Privacy, StreamHead } from "@nightjar/contract";
import { useEffect, useRef, useState } from "react";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { useStartStop } from "../state/use-start-stop.ts";
import { startTexts, type TypedTexts } from "./start-texts.ts";

export interface StartFormOptions {
  stream: StreamHead;
  /** Of the next broadcast; undefined: not said, so that one which waits for the Start stays as it was made. */
  privacy: Privacy | undefined;
  onPrivacy: (privacy: Privacy | undefined) => void;
}

/** What is entered for a Start: it outlasts one that somebody else makes. */
export function useStartForm({ stream, privacy, onPrivacy }: StartFormOptions) {
  const { start: send, isStarting } = useStartStop(() => stream.title);
  const [typed, setTyped] = useState<TypedTexts>({});
  // With this privacy: a Start of ours may be carried out although its answer does not come.
  const [isAsked, setAsked] = useState(false);
  const hadFocus = useRef(false);
  const { isLive } = stream;
  const texts = startTexts(stream, typed);
  const isTyped = Object.keys(texts).length > 0;
  useUnsaved(isTyped);
  // What the stream has by now is typed no more: others may change it on air.
  if (isLive && Object.keys(texts).length < Object.keys(typed).length) setTyped(texts);
  useEffect(() => {
    // What was said of one Start is not said of the next.
    if (isLive && isAsked) onPrivacy(undefined);
  }, [isLive, isAsked, onPrivacy]);
  const left = { texts, privacy: isAsked ? undefined : privacy };
  return {
    typed,
    type: setTyped,
    isStarting,
    hadFocus,
    choosePrivacy(chosen: Privacy | undefined) {
      setAsked(false);
      onPrivacy(chosen);
    },
    start() {
      setAsked(true);
      send({ id: stream.id, ...texts, ...(privacy && { privacy }) });
    },
    /** What a Start that somebody else made has not taken. */
    left: isLive && !isStarting && (isTyped || left.privacy) ? left : null,
    forget() {
      setTyped({});
      onPrivacy(undefined);
    },
  };
}
