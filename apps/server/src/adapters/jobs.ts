import type { Jobs } from "@nightjar/api";
import type { Scheduler } from "@nightjar/media";

/** The verbs' jobs all can wait; the scheduler logs what fails. */
export function createJobs(scheduler: Scheduler): Jobs {
  return {
    background(key, run) {
      scheduler.schedule({ lane: "idle", key, label: key }, ({ signal }) => run(signal));
    },
  };
}
