import type { Jobs } from "@nightjar/api";
import type { Lane, Scheduler } from "@nightjar/media";

/** The scheduler logs what fails. None of the verbs' jobs is needed on air: whatever they make, something airs without it. */
export function createJobs(scheduler: Scheduler): Jobs {
  const inLane =
    (lane: Lane): Jobs["background"] =>
    (key, run) =>
      void scheduler.schedule({ lane, key, label: key }, ({ signal }) => run(signal));
  return { background: inLane("idle"), asked: inLane("asked") };
}
