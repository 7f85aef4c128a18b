import type { JobRun, JobState, Jobs } from "@nightjar/api";
import type { JobView, Lane, Scheduler } from "@nightjar/media";

/** The scheduler logs what fails. None of the verbs' jobs is needed on air: whatever they make, something airs without it. */
export function createJobs(scheduler: Scheduler): Jobs {
  const inLane = (lane: Lane) => (key: string, run: JobRun, afterMs?: number) => {
    const schedule = () => void scheduler.schedule({ lane, key, label: key }, ({ signal, report }) => run(signal, report));
    if (afterMs === undefined) schedule();
    // A closed scheduler refuses it, which nobody waits for.
    else setTimeout(schedule, afterMs).unref();
  };
  return {
    background: inLane("idle"),
    asked: inLane("asked"),
    states() {
      const { queued, running } = scheduler.snapshot();
      return new Map([...queued.flatMap((view) => stateOf(view, false)), ...running.flatMap((view) => stateOf(view, true))]);
    },
  };
}

function stateOf({ ageMs, key, progress }: JobView, isRunning: boolean): [string, JobState][] {
  return key === null ? [] : [[key, { isRunning, progress, elapsedMs: ageMs }]];
}
