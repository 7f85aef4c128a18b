import type { OnAirState } from "@nightjar/contract";
import type { LiveEntry } from "./live-store.ts";

const running: ReadonlySet<OnAirState> = new Set(["on-air", "reconnecting"]);

/** Where in the track the stream is now, counted on from what was last told and held at the track's end. */
export function positionMs(entry: LiveEntry, nowMs: number): number {
  const { onAir, receivedAtMs } = entry;
  const elapsed = running.has(onAir.state) ? Math.max(0, nowMs - receivedAtMs) : 0;
  const position = onAir.positionMs + elapsed;
  return onAir.track ? Math.min(position, onAir.track.durationMs) : position;
}

/** How old the newest proof of a destination is now; null before the first. */
export function evidenceAgeMs(toldAgeMs: number | null, receivedAtMs: number, nowMs: number): number | null {
  return toldAgeMs === null ? null : toldAgeMs + Math.max(0, nowMs - receivedAtMs);
}
