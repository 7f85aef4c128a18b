import type { Stream } from "@nightjar/contract";
import { plural } from "../../../lib/format.ts";

const MINUTE_MS = 60_000;
const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
];

/** "23 days": in the largest unit there is one of, which is what somebody weighs before ending it. */
export function lasting(ms: number): string {
  const unit = UNITS.find(([, unitMs]) => ms >= unitMs);
  return unit ? plural(Math.floor(ms / unit[1]), unit[0]) : "less than a minute";
}

/** "on air for 23 days, 412 viewers". @param startedAt as the actual state tells it; without one the stored duration stands */
export function whatEnds(stream: Pick<Stream, "viewerCount" | "streamDuration">, startedAt: string | null, nowMs: number): string {
  const lastedMs = startedAt === null ? Number.NaN : nowMs - Date.parse(startedAt);
  const since = Number.isNaN(lastedMs) ? stream.streamDuration : lasting(lastedMs);
  return `on air for ${since}, ${stream.viewerCount === null ? "viewers unknown" : plural(stream.viewerCount, "viewer")}`;
}
