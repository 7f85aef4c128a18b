import type { PlaylistJob } from "@nightjar/contract";
import { Counting, Notice, ProgressBar } from "@nightjar/ui";
import { CancelJob } from "./cancel-job.tsx";
import { isRunning, jobName, jobSentence, shareOf } from "./jobs.ts";

/** How far a job is, with its Cancel, or what it left out, or why it failed or was cancelled. */
export function JobState({ job }: { job: PlaylistJob }) {
  const name = <bdi className="font-medium">{jobName(job)}</bdi>;
  if (isRunning(job)) {
    return (
      <div className="flex flex-col gap-1">
        <ProgressBar label={`Progress of ${jobName(job)}`} value={shareOf(job)} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p role="status" className="min-w-0 flex-1 basis-48 text-sm wrap-anywhere text-soft tabular-nums">
            {name}: <Counting text={jobSentence(job)} />
          </p>
          <CancelJob job={job} name={jobName(job)} />
        </div>
      </div>
    );
  }
  if (job.sentence === null) return null;
  return (
    <Notice tone={job.is === "failed" ? "bad" : "info"}>
      {name}: {job.sentence}
    </Notice>
  );
}
