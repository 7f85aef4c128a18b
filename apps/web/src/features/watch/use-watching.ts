import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { isRefusal } from "./play-aloud.ts";
import { playRound, type Shown } from "./play-round.ts";

/** idle: nobody has asked to see it, or who did has left it. waiting: until the first picture, also again after a break. */
export type Watching = "idle" | "waiting" | Shown;

const AGAIN_MS = 1000;

interface Options {
  /** It was asked for already. */
  readonly atOnce?: boolean;
  /** What was played has ended: there may be nothing to watch any more. */
  readonly onEnd?: () => void;
}

interface Watch {
  /** Of the element that shows it. */
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: Watching;
  /** The browser plays no sound before somebody has pressed something. */
  readonly isSilenced: boolean;
  watch(): void;
  /** Nobody wants to see it any more, until it is asked for again. */
  leave(): void;
  /** Where it is blocked. */
  play(): void;
  unmute(): void;
}

/** Shows `url` while it is asked for. @param url null: there is nothing to watch */
export function useWatching(url: string | null, { atOnce = false, onEnd }: Options = {}): Watch {
  const video = useRef<HTMLVideoElement>(null);
  const [isWanted, setWanted] = useState(atOnce);
  const [state, setState] = useState<"waiting" | Shown>("waiting");
  const [isSilenced, setSilenced] = useState(false);
  /** Each begins anew: what was played has ended, and its place in time with it. */
  const [round, setRound] = useState(0);
  const ended = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    const element = video.current;
    if (!isWanted || url === null || !element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = playRound(element, url, {
      onShown: setState,
      onSilenced: () => setSilenced(true),
      onEnd(isPaused) {
        setState("waiting");
        if (isPaused) setWanted(false);
        else timer = setTimeout(() => setRound((before) => before + 1), AGAIN_MS);
        ended();
      },
    });
    return () => {
      clearTimeout(timer);
      // What comes in its place would play aloud by itself.
      if (leave().wasPaused) setWanted(false);
      setState("waiting");
    };
  }, [isWanted, url, round]);
  const unmute = () => {
    setSilenced(false);
    if (video.current) video.current.muted = false;
  };
  const play = () => {
    unmute();
    setState("waiting");
    // Now: a moment after the press it would be refused again.
    video.current?.play().catch((error: unknown) => isRefusal(error) && setState("blocked"));
  };
  return { video, state: isWanted ? state : "idle", isSilenced, watch: () => setWanted(true), leave: () => setWanted(false), play, unmute };
}
