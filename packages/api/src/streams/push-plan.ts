import type { Plan, StreamId } from "@nightjar/contract";
import type { Services } from "../context.ts";
import { buildPlan } from "./build-plan.ts";
import { endAllSessions, wantedStreams } from "./wanted.ts";

/** After a commit: tells the engine what is wanted now, if the stream is wanted on air at all. */
export function pushPlan(services: Services, id: StreamId): void {
  const plan = buildPlan(services, id);
  if (plan) services.engine.apply(plan);
}

export function pushPlans(services: Services, ids: readonly StreamId[]): void {
  for (const id of ids) pushPlan(services, id);
}

/** At boot: what was wanted when we went down is wanted still. One stream that cannot be planned does not hold up the others. */
export async function reconcileWanted(services: Services): Promise<void> {
  const plans: Plan[] = [];
  for (const id of wantedStreams(services.db)) {
    try {
      const plan = buildPlan(services, id);
      if (plan) plans.push(plan);
    } catch (error) {
      services.log.error({ err: error, streamId: id }, "a stream cannot be put on air again");
    }
  }
  await services.engine.reconcile(plans);
}

/** `nightjar stop --off-air`: what goes off air now stays off at the next start. */
export function stopAllWanted(services: Services): void {
  const ids = wantedStreams(services.db);
  endAllSessions(services.db, new Date(services.clock.nowMs()));
  for (const id of ids) services.engine.stop(id);
}
