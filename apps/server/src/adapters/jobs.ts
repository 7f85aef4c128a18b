import type { JobRun, JobState, Jobs } from "@nightjar/api";
import type { JobView, Lane, Scheduler } from "@nightjar/media";

/** The scheduler logs what fails. None of the verbs' jobs is needed on air: whatever they make, something airs without it. */
export function createJobs(scheduler: Scheduler): Jobs {
  const held = createHeld();
  const inLane = (lane: Lane) => (key: string, run: JobRun, afterMs?: number) => {
    const schedule = () => {
      const job = scheduler.schedule({ lane, key, label: key }, ({ signal, report }) => run(signal, report));
      const letGo = held.hold(key, () => job.cancel());
      job.promise.then(letGo, letGo);
    };
    if (afterMs === undefined) return schedule();
    // A closed scheduler refuses it, which nobody waits for.
    const timer = setTimeout(() => {
      letGo();
      schedule();
    }, afterMs).unref();
    const letGo = held.hold(key, () => clearTimeout(timer));
  };
  return {
    background: inLane("idle"),
    asked: inLane("asked"),
    cancel: (key) => held.cancel(key),
    states() {
      const { queued, running } = scheduler.snapshot();
      return new Map([...queued.flatMap((view) => stateOf(view, false)), ...running.flatMap((view) => stateOf(view, true))]);
    },
  };
}

/** The ways to take back what waits or runs, by its key: of one that is asked for twice there are two. */
function createHeld() {
  const ways = new Map<string, Set<() => void>>();
  return {
    /** @returns the way to let it go, once it is over */
    hold(key: string, cancel: () => void): () => void {
      const own = ways.get(key) ?? new Set<() => void>();
      ways.set(key, own.add(cancel));
      return () => {
        own.delete(cancel);
        if (own.size === 0 && ways.get(key) === own) ways.delete(key);
      };
    },
    cancel(key: string): void {
      const own = ways.get(key) ?? [];
      ways.delete(key);
      for (const cancel of own) cancel();
    },
  };
}

function stateOf({ ageMs, key, progress }: JobView, isRunning: boolean): [string, JobState][] {
  return key === null ? [] : [[key, { isRunning, progress, elapsedMs: ageMs }]];
}
