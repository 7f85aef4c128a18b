import type { OnAirYoutube, StreamId } from "@nightjar/contract";
import { Notice } from "@nightjar/ui";
import { age, viewers } from "../../../lib/format.ts";
import { ViewersChart } from "./viewers-chart.tsx";

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

/** What YouTube says, and how long ago, beside what we send. */
export function YouTubeSaid({ streamId, youtube, now }: { streamId: StreamId; youtube: OnAirYoutube; now: number }) {
  const { artworkNotice, checkedAt, health, issues, lifeCycleStatus, notice, streamStatus, watchUrl } = youtube;
  const told = [
    lifeCycleStatus === null ? null : (LIFE[lifeCycleStatus] ?? lifeCycleStatus),
    streamStatus === null ? null : (RECEIVED[streamStatus] ?? streamStatus),
    health === null ? null : `health ${HEALTH[health] ?? health}`,
    lifeCycleStatus === "live" ? `${viewers(youtube.viewers)} viewers` : null,
  ].filter((part) => part !== null);
  return (
    <div className="mt-1.5 pl-5 text-xs text-soft">
      <p>
        <span className="text-dim">YouTube says</span> {told.length === 0 ? "nothing yet" : told.join(", ")}
        {checkedAt !== null && <span className="text-dim tabular-nums">, {age(now - Date.parse(checkedAt))}</span>}{" "}
        {watchUrl !== null && (
          <a href={watchUrl} target="_blank" rel="noreferrer" className="text-moon underline">
            View on YouTube
          </a>
        )}
      </p>
      {issues.length > 0 && (
        <ul className="mt-1 list-disc pl-4 text-warn">
          {issues.map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      )}
      {lifeCycleStatus === "live" && <ViewersChart streamId={streamId} />}
      {notice !== null && (
        <Notice tone="warn" role="status" className="mt-2">
          {notice}
        </Notice>
      )}
      {artworkNotice !== null && <p className="mt-2 text-warn">{artworkNotice}</p>}
    </div>
  );
}
