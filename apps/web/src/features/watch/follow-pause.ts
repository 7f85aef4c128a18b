interface Played extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly paused: boolean;
  readonly ended: boolean;
  readonly error: unknown;
}

/**
 * Knows whether somebody has paused what is played, for as long as it has its source: without one it is paused by itself, as at its end, and
 * as a browser that cannot go on may say of it.
 */
export function followPause(video: Played) {
  let hasBegun = false;
  let isTold = false;
  const begun = () => {
    hasBegun = true;
    isTold = false;
  };
  const told = () => {
    isTold = true;
  };
  video.addEventListener("play", begun);
  video.addEventListener("pause", told);
  return {
    isPaused: () => hasBegun && video.paused && !video.ended && (isTold || video.error === null),
    /** It stands there until somebody presses Play, as if they had paused it. */
    note: begun,
    end() {
      video.removeEventListener("play", begun);
      video.removeEventListener("pause", told);
    },
  };
}
