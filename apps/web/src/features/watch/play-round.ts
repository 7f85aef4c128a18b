import { playFlv } from "./flv-player.ts";
import { followPause } from "./follow-pause.ts";
import { playAloud } from "./play-aloud.ts";
import { whenStill } from "./when-still.ts";

/** blocked: the browser plays it within a press alone. unsupported: it cannot play it at all. */
export type Shown = "playing" | "blocked" | "unsupported";

interface RoundWishes {
  readonly onShown: (what: Shown) => void;
  readonly onSilenced: () => void;
  /** @param isPaused nobody hears it: begun anew, it would play aloud to who has turned it off */
  readonly onEnd: (isPaused: boolean) => void;
}

/** Plays it from now until it ends. @returns the way to leave: whether somebody had paused what had not ended */
export function playRound(
  element: HTMLVideoElement,
  url: string,
  { onShown, onSilenced, onEnd }: RoundWishes,
): () => { readonly wasPaused: boolean } {
  let isOver = false;
  const pause = followPause(element);
  const shown = () => onShown("playing");
  element.addEventListener("playing", shown);
  const leave = () => {
    const wasPaused = !isOver && pause.isPaused();
    isOver = true;
    element.removeEventListener("playing", shown);
    endLooks();
    pause.end();
    playing.end();
    return { wasPaused };
  };
  const over = () => {
    if (!isOver) onEnd(leave().wasPaused);
  };
  const blocked = () => {
    if (isOver) return;
    pause.note();
    onShown("blocked");
  };
  const playing = playFlv(element, url, {
    onAttached: () => playAloud(element, { onSilenced, onBlocked: blocked }),
    onEnd: over,
    onUnsupported: () => onShown("unsupported"),
  });
  const endLooks = whenStill(element, over);
  return leave;
}
