import type { OnAirYoutube, StreamId } from "@nightjar/contract";
import { Notice } from "@nightjar/ui";
import { WithLinks } from "../../../layout/with-links.tsx";
import { age } from "../../../lib/format.ts";
import { serverNowMs } from "../../../lib/send.ts";
import { youtubeWords } from "../state/youtube-words.ts";
import { ViewersChart } from "./viewers-chart.tsx";

/** What YouTube says, and how long ago, beside what we send. */
export function YouTubeSaid({ streamId, youtube, now }: { streamId: StreamId; youtube: OnAirYoutube; now: number }) {
  const { artworkNotice, checkedAt, issues, lifeCycleStatus, notice, watchUrl } = youtube;
  return (
    <div className="mt-1.5 pl-5 text-xs text-soft">
      <p>
        <span className="text-dim">YouTube says</span> {youtubeWords(youtube)}
        {checkedAt !== null && <span className="text-dim tabular-nums">, {age(serverNowMs(now) - Date.parse(checkedAt))}</span>}{" "}
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
          <WithLinks text={notice} />
        </Notice>
      )}
      {artworkNotice !== null && (
        <p className="mt-2 text-warn">
          <WithLinks text={artworkNotice} />
        </p>
      )}
    </div>
  );
}
