import { type OnAirTrack, itemId, trackId } from "@nightjar/contract";
import { monotonicMs } from "../../playout/monotonic.ts";
import type { SegmentLabel } from "../../timeline/segment.ts";

/** Wall-clock time, ISO 8601, of a monotonic one. */
export function wallTime(atMs: number): string {
  return new Date(Date.now() + atMs - monotonicMs()).toISOString();
}

/** null for a slate. */
export function onAirTrack(label: Omit<SegmentLabel, "isrcCode" | "picture" | "look">, startedAt: string): OnAirTrack | null {
  if (label.itemId === null || label.trackId === null) return null;
  const { title, artist, durationMs, because } = label;
  return { id: trackId.parse(label.trackId), itemId: itemId.parse(label.itemId), title, artist, durationMs, startedAt, because };
}
