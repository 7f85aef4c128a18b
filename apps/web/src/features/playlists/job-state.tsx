import type { PlaylistJob } from "@nightjar/contract";
import { Notice, ProgressBar } from "@nightjar/ui";
import { isRunning, jobName, jobSentence, shareOf } from "./jobs.ts";

/** How far a job is, or what it left out, or why it failed. */
export function JobState({ job }: { job: PlaylistJob }) {
  const name = <span className="font-medium">{jobName(job)}</span>;
  if (isRunning(job)) {
    return (
      <div className="flex flex-col gap-1">
        <ProgressBar label={`Progress of ${jobName(job)}`} value={shareOf(job)} />
        <p role="status" className="text-sm text-soft tabular-nums">
          {name}: {jobSentence(job)}
        </p>
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
