interface Timed {
  readonly durationMs: number;
}

/** Of a track, what its two joins need beside their fades. */
const JOIN_MARGIN_MS = 700;

/** Two joins and something between them must fit into a track, however long a crossfade is wanted. */
export function fittingFadeMs(wantedMs: number, before: Timed, after: Timed): number {
  const shorterMs = Math.min(before.durationMs, after.durationMs);
  return Math.max(0, Math.min(wantedMs, Math.floor(shorterMs / 2) - JOIN_MARGIN_MS));
}
