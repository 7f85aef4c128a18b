const LOOK_EVERY_MS = 1000;
/** A connection that died without a word ends nothing: nothing moves and nothing more comes. */
const STILL_MAX_MS = 5000;
/** Its first picture may have to be made before it is sent. */
const FIRST_MAX_MS = 15_000;

interface Played {
  readonly paused: boolean;
  readonly currentTime: number;
  readonly buffered: Pick<TimeRanges, "length" | "end">;
}

/** What has been shown and what has come, in seconds: on a slow line only the second moves. */
const reachOf = ({ buffered, currentTime }: Played) => currentTime + (buffered.length > 0 ? buffered.end(buffered.length - 1) : 0);

/** Says once that what is to be played stands still; by looks and not by the clock, which goes on while the machine sleeps. @returns ends it */
export function whenStill(video: Played, onStill: () => void): () => void {
  let before = 0;
  let stillMs = 0;
  const timer = setInterval(() => {
    const reach = reachOf(video);
    stillMs = video.paused || reach !== before ? 0 : stillMs + LOOK_EVERY_MS;
    before = reach;
    if (stillMs < (reach === 0 ? FIRST_MAX_MS : STILL_MAX_MS)) return;
    clearInterval(timer);
    onStill();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
