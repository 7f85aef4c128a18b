const BEHIND_MAX_SECONDS = 10;
/** How far behind what is sent it is played. */
export const LATENCY_SECONDS = 4;

interface Played extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  currentTime: number;
  readonly buffered: Pick<TimeRanges, "length" | "end">;
}

/**
 * Whoever plays it again after a pause sees what is sent now: to catch up by playing faster would take minutes.
 * @param onLost more was sent meanwhile than a browser keeps @returns ends it
 */
export function nearNow(video: Played, onLost: () => void): () => void {
  let pausedAtMs: number | null = null;
  const paused = () => {
    pausedAtMs = performance.now();
  };
  const played = () => {
    const { buffered, currentTime } = video;
    const pausedSeconds = pausedAtMs === null ? 0 : (performance.now() - pausedAtMs) / 1000;
    pausedAtMs = null;
    const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    if (pausedSeconds - (end - currentTime) > BEHIND_MAX_SECONDS) onLost();
    else if (end - currentTime > BEHIND_MAX_SECONDS) video.currentTime = end - LATENCY_SECONDS;
  };
  video.addEventListener("pause", paused);
  video.addEventListener("play", played);
  return () => {
    video.removeEventListener("pause", paused);
    video.removeEventListener("play", played);
  };
}
