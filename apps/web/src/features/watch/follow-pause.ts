interface Played extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly paused: boolean;
  readonly ended: boolean;
}

/** Knows whether somebody has paused what is played, for as long as it has its source: without one it is paused by itself, as at its end. */
export function followPause(video: Played) {
  let hasBegun = false;
  const begun = () => {
    hasBegun = true;
  };
  video.addEventListener("play", begun);
  return {
    isPaused: () => hasBegun && video.paused && !video.ended,
    /** It stands there until somebody presses Play, as if they had paused it. */
    note: begun,
    end: () => video.removeEventListener("play", begun),
  };
}
