import type { OnAir, OnAirState, StreamHead } from "@nightjar/contract";
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

/** Something is taken off the air by a Stop: in doubt it is. */
export const isEnding = (state: OnAirState | undefined): boolean => state !== "failed" && state !== "off";

type Ended = Pick<StreamHead, "viewerCount" | "streamDuration" | "youtubeConnected">;
/** undefined: nothing is told. */
type Told = Pick<OnAir, "state" | "startedAt"> | undefined;

/** Nobody but YouTube tells who watches: without its channel the 0 that stands there would read as leave to stop. */
const watching = ({ viewerCount, youtubeConnected }: Ended) =>
  youtubeConnected && viewerCount !== null ? plural(viewerCount, "viewer") : "viewers unknown";

/** "has been on air for 23 days, 412 viewers", behind what it is said of. @param onAir the actual state; where it tells of no Start the stored duration stands */
export function whatEnds(stream: Ended, onAir: Told, nowMs: number): string {
  const { state = "on-air", startedAt = null } = onAir ?? {};
  const lastedMs = startedAt === null ? Number.NaN : nowMs - Date.parse(startedAt);
  const since = Number.isNaN(lastedMs) ? stream.streamDuration : lasting(lastedMs);
  if (state === "failed") return `is not on air: it failed, started ${since} ago`;
  if (state === "off") return `is not on air, though started ${since} ago`;
  // Right after our own restart it is still received.
  const how = state === "preparing" ? `is being prepared, started ${since} ago` : `has been on air for ${since}`;
  return `${how}, ${watching(stream)}`;
}

/** The same of a live stream that is about to be deleted. */
export const deletionEnds = (stream: Ended, onAir: Told, nowMs: number): string =>
  `${whatEnds(stream, onAir, nowMs)}${isEnding(onAir?.state) ? ", and will be taken off the air" : ""}`;

/** What a Stop does to streams in these states. */
export function stopping(states: readonly (OnAirState | undefined)[]): string {
  const [them, they] = states.length === 1 ? ["it", "it is"] : ["them", "they are"];
  const isNothing = !states.some(isEnding);
  return isNothing
    ? `Stopping ends the attempt to put ${them} on air.`
    : `Stopping takes ${them} off the air at once, wherever ${they} sent.`;
}
