import type { OnAirYoutube } from "@nightjar/contract";
import { viewers } from "../../../lib/format.ts";

/** YouTube's words in ours. */
const LIFE: Readonly<Record<string, string>> = {
  ...{ created: "made", ready: "waiting to go live", testStarting: "testing", testing: "testing", liveStarting: "going live" },
  ...{ live: "live", complete: "ended", revoked: "ended by YouTube", missing: "gone" },
};
const RECEIVED: Readonly<Record<string, string>> = {
  active: "received",
  inactive: "not received",
  ready: "not received yet",
  error: "in error",
  missing: "key gone",
};
const HEALTH: Readonly<Record<string, string>> = { good: "good", ok: "fair", bad: "bad", noData: "not told" };

/** How a broadcast stands, as YouTube says. */
export function youtubeStanding({ lifeCycleStatus, streamStatus, health }: OnAirYoutube): string {
  const told = [
    lifeCycleStatus === null ? null : (LIFE[lifeCycleStatus] ?? lifeCycleStatus),
    streamStatus === null ? null : (RECEIVED[streamStatus] ?? streamStatus),
    health === null ? null : `health ${HEALTH[health] ?? health}`,
  ].filter((part) => part !== null);
  return told.length === 0 ? "nothing yet" : told.join(", ");
}

/** The same, with how many watch. */
export const youtubeWords = (youtube: OnAirYoutube): string =>
  youtube.lifeCycleStatus === "live" ? `${youtubeStanding(youtube)}, ${viewers(youtube.viewers)} viewers` : youtubeStanding(youtube);

const OVER: ReadonlySet<string | null> = new Set(["complete", "revoked", "missing"]);
const UNHEARD: ReadonlySet<string | null> = new Set(["inactive", "error", "missing"]);

/** What YouTube asks for or finds fault with; null: nothing. What is on its way to live is not received yet, which is no fault. */
export function youtubeTrouble(youtube: OnAirYoutube): string | null {
  const { notice, issues, lifeCycleStatus, streamStatus, health } = youtube;
  if (notice !== null) return notice;
  if (issues[0] !== undefined) return `YouTube says: ${issues[0]}`;
  const isWrong = OVER.has(lifeCycleStatus) || (lifeCycleStatus === "live" && (UNHEARD.has(streamStatus) || health === "bad"));
  return isWrong ? `YouTube says: ${youtubeStanding(youtube)}` : null;
}
