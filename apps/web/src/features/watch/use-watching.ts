import { type RefObject, useEffect, useRef, useState } from "react";
import { playFlv } from "./flv-player.ts";
import { whenStill } from "./when-still.ts";

/** idle: nobody has asked to see it. waiting: until the first picture, also again after a break. */
export type Watching = "idle" | "waiting" | "playing" | "unsupported";

const AGAIN_MS = 1000;

interface Watch {
  /** Of the element that shows it. */
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: Watching;
  /** The browser plays no sound before somebody has pressed something. */
  readonly isSilenced: boolean;
  watch(): void;
  unmute(): void;
}

/** Shows `url` while it is asked for. @param url null: there is nothing to watch @param atOnce it was asked for already */
export function useWatching(url: string | null, atOnce = false): Watch {
  const video = useRef<HTMLVideoElement>(null);
  const [isWanted, setWanted] = useState(atOnce);
  const [state, setState] = useState<"waiting" | "playing" | "unsupported">("waiting");
  const [isSilenced, setSilenced] = useState(false);
  /** Each begins anew: what was played has ended, and its place in time with it. */
  const [round, setRound] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!isWanted || url === null || !element) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const onEnd = () => {
      endLooks();
      setState("waiting");
      timer = setTimeout(() => setRound((before) => before + 1), AGAIN_MS);
    };
    const playing = playFlv(element, url, {
      onAttached: () => playAloud(element, () => setSilenced(true)),
      onEnd,
      onUnsupported: () => setState("unsupported"),
    });
    const endLooks = whenStill(element, () => {
      playing.end();
      onEnd();
    });
    return () => {
      if (timer !== null) clearTimeout(timer);
      endLooks();
      playing.end();
      setState("waiting");
    };
  }, [isWanted, url, round]);
  useEffect(() => {
    const element = video.current;
    const shown = () => setState("playing");
    element?.addEventListener("playing", shown);
    return () => element?.removeEventListener("playing", shown);
  }, []);
  return {
    video,
    state: isWanted ? state : "idle",
    isSilenced,
    watch: () => setWanted(true),
    unmute() {
      setSilenced(false);
      if (video.current) video.current.muted = false;
    },
  };
}

/** With sound, or without it where the browser says so. */
function playAloud(element: HTMLVideoElement, onSilenced: () => void): void {
  element.play().catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== "NotAllowedError") return;
    element.muted = true;
    onSilenced();
    // It is begun anew with the next press, whatever comes of this.
    element.play().catch(() => undefined);
  });
}
