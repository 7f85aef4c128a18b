import type { Privacy, StreamHead } from "@nightjar/contract";
import { use, useCallback, useEffect, useRef, useState } from "react";
import { focusPlace } from "../../../layout/met-notice.tsx";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { followFocus } from "../destinations/use-form-focus.ts";
import { Deleted } from "../state/deleted.ts";
import { useStartStop } from "../state/use-start-stop.ts";
import { metTexts, shownTexts, startTexts, stillTyped, type Told, type TypedTexts } from "./start-texts.ts";
import { useYoutubeStatus } from "./use-youtube-status.ts";

export interface StartFormOptions {
  stream: StreamHead;
  /** Of the next broadcast; undefined: not said, so that one which waits for the Start stays as it was made. */
  privacy: Privacy | undefined;
  onPrivacy: (privacy: Privacy | undefined) => void;
}

/** Whether what Start or Stop stands in had the focus as it went: the card has it then, and what comes too late to see that takes it over. */
function useFocusAtEnd() {
  const hadFocus = useRef(false);
  const noteFocus = useCallback((part: HTMLDivElement | null) => {
    const card = part?.closest("section");
    const unfollow = part && followFocus(part);
    return () => {
      hadFocus.current = unfollow?.() === true;
      if (card && hadFocus.current) focusPlace(card);
    };
  }, []);
  return { hadFocus, noteFocus };
}

/** The texts that are typed, over what others may set. `useMetValues` comes with dialogs: a first screen would have one script more. */
function useTypedTexts(stream: StreamHead) {
  const [typed, setTyped] = useState<TypedTexts>({});
  // Each typed text's stored value when typing began.
  const [was, setWas] = useState<Partial<Told>>({});
  const texts = startTexts(stream, typed);
  const met = metTexts(stream, texts, was);
  // What the stream has by now is typed no more: others may change it on air.
  if (stream.isLive && Object.keys(texts).length < Object.keys(typed).length) setTyped(texts);
  const type = (name: keyof TypedTexts, text: string) => {
    if (typed[name] === undefined) setWas({ ...was, [name]: stream[name] });
    setTyped((before) => stillTyped(stream, { ...before, [name]: text }));
  };
  return {
    ...{ typed, was, texts, met, type },
    isTyped: Object.keys(texts).length > 0,
    loadTheirs() {
      for (const name of met) type(name, shownTexts(stream, {})[name]);
    },
    keepMine: () => setWas({ title: stream.title, description: stream.description }),
    forget: () => setTyped({}),
  };
}

/** What is entered for a Start: it outlasts one that is made without it. */
export function useStartForm({ stream, privacy, onPrivacy }: StartFormOptions) {
  const { isLive } = stream;
  const { typed, type, was, texts, isTyped, forget, ...meeting } = useTypedTexts(stream);
  // With this privacy: a Start of ours may be carried out although its answer does not come.
  const [isAsked, setAsked] = useState(false);
  const { start: send, isStarting } = useStartStop(
    () => stream.title,
    () => setAsked(false),
  );
  const focus = useFocusAtEnd();
  // Where none is chosen: as the broadcast that waits for the Start was made.
  const { waitingPrivacy } = useYoutubeStatus(stream) ?? {};
  const usualPrivacy = waitingPrivacy ?? "unlisted";
  // Elsewhere than at YouTube it says nothing.
  const left = { ...meeting, texts, privacy: isAsked || !stream.youtubeConnected ? undefined : privacy };
  // That of a stream that is gone can be used for nothing.
  const isPrivacyKept = !use(Deleted) && (left.privacy ?? usualPrivacy) !== usualPrivacy;
  useUnsaved(isTyped || isPrivacyKept);
  useEffect(() => {
    // What was said of one Start is not said of the next.
    if (isLive && isAsked && !isStarting) onPrivacy(undefined);
  }, [isLive, isAsked, isStarting, onPrivacy]);
  const isLeft = isLive ? isTyped || left.privacy !== undefined : left.met.length > 0;
  return {
    ...{ typed, type, isStarting, ...focus, shownPrivacy: privacy ?? usualPrivacy },
    choosePrivacy(chosen: Privacy | undefined) {
      setAsked(false);
      onPrivacy(chosen);
    },
    start() {
      setAsked(true);
      send({ id: stream.id, ...texts, was, ...(privacy && { privacy }) });
    },
    /** What a Start has not taken, or may not take yet because others have changed it: somebody has to say what becomes of it. */
    left: isLeft && !isStarting ? left : null,
    forget() {
      forget();
      onPrivacy(undefined);
    },
  };
}
