import type { Plan, StreamId } from "@nightjar/contract";
import { streamSessions, streams } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { desc, eq, max } from "drizzle-orm";
import { changed, commit, endedStream } from "../changes.ts";
import type { Services } from "../context.ts";
import { type Planned, buildPlan } from "./build-plan.ts";
import { endAllSessions } from "./end-all-sessions.ts";
import { lostKeysText } from "./lost-keys.ts";
import { observedOnAir } from "./observed.ts";
import { type PlanTrouble, UNPLANNABLE } from "./plan-book.ts";
import { followTest, reconcileTests } from "./test-plans.ts";
import { wantedStreams } from "./wanted.ts";

const NOWHERE = "The stream has no destination that it can be sent to.";

/**
 * After a commit: tells the engine what is wanted now; of a stream that is off air, once that has rested, to prepare it. Never
 * throws: what was asked for is stored, and that it is not on air is told as a condition of the stream.
 */
export function pushPlan(services: Services, id: StreamId): void {
  followTest(services, id);
  apply(services, id, planOrNote(services, id));
}

/** The same with a plan that the transaction has made which was committed a moment ago. */
export function pushPlanned(services: Services, id: StreamId, planned: Planned): void {
  services.planPushes.told(id);
  followTest(services, id);
  apply(services, id, beginning(services, id, planned));
}

function apply(services: Services, id: StreamId, plan: Plan | null): void {
  if (!plan) return services.offAir.changed([id]);
  try {
    services.engine.apply(plan);
  } catch (error) {
    noteFailure(services, id, error);
  }
}

/** At boot: what was wanted when we went down is wanted still. One stream that cannot be planned does not hold up the others. */
export async function reconcileWanted(services: Services): Promise<void> {
  const lostKeys = lostKeysText(services);
  if (lostKeys !== null) services.log.error({}, lostKeys);
  const tests = await reconcileTests(services);
  // Behind all that is waited for: what was stopped meanwhile is not wanted any more.
  const plans = wantedStreams(services.db).flatMap((id) => planOrNote(services, id) ?? []);
  await services.engine.reconcile([...plans, ...tests]);
  services.offAir.begin();
  services.takenIn.begin();
}

/** All streams, the one first that was started last. */
export function streamsByUse(db: Db): StreamId[] {
  const lastStart = max(streamSessions.startedAt);
  const rows = db
    .select({ id: streams.id })
    .from(streams)
    .leftJoin(streamSessions, eq(streamSessions.streamId, streams.id))
    .groupBy(streams.id)
    .orderBy(desc(lastStart), desc(streams.createdAt))
    .all();
  return rows.map(({ id }) => id);
}

/** Not wanted any more: off air, and nothing is to be said of it. */
export function takeOffAir({ engine, offAir, planBook }: Services, id: StreamId): void {
  planBook.note(id, null);
  engine.stop(id);
  offAir.changed([id]);
}

/** `nightjar stop --off-air`: what goes off air now stays off at the next start. */
export function stopAllWanted(services: Services): void {
  const at = new Date(services.clock.nowMs());
  commit(services, (tx) => {
    for (const id of endAllSessions(tx, at)) {
      endedStream(tx, id);
      changed(tx, "streams", id);
    }
  });
}

/** Why a session of this plan would be sent nowhere; null: it would be sent somewhere. */
export function nowhereText({ plan, leftOut }: Planned): string | null {
  if (plan.destinations.length > 0) return null;
  const [first] = leftOut;
  return first ? `${NOWHERE} ${first.host} is left out: ${first.reason}.` : NOWHERE;
}

/** null: not wanted, or there is nothing that could begin. */
function planOrNote(services: Services, id: StreamId): Plan | null {
  try {
    return beginning(services, id, buildPlan(services, id));
  } catch (error) {
    noteFailure(services, id, error);
    return null;
  }
}

/** Notes what stands in its way. */
function beginning(services: Services, id: StreamId, planned: Planned | null): Plan | null {
  note(services, id, planned && troubleOf(services, planned));
  if (!planned) return null;
  // One that runs loses its destinations one by one; one that does not would air to nobody and be logged as aired.
  const canBegin = planned.plan.destinations.length > 0 || services.engine.onAir(id).state !== "off";
  return canBegin ? planned.plan : null;
}

function troubleOf(services: Services, planned: Planned): PlanTrouble | null {
  const { leftOut } = planned;
  const nowhere = nowhereText(planned);
  if (nowhere === null && leftOut.length === 0) return null;
  return { failure: null, nowhere, leftOut, since: new Date(services.clock.nowMs()).toISOString() };
}

function noteFailure(services: Services, id: StreamId, error: unknown): void {
  services.log.error({ err: error, streamId: id }, "a stream could not be planned");
  const since = new Date(services.clock.nowMs()).toISOString();
  note(services, id, { failure: UNPLANNABLE, nowhere: null, leftOut: [], since });
}

function note(services: Services, id: StreamId, trouble: PlanTrouble | null): void {
  if (!services.planBook.note(id, trouble)) return;
  try {
    services.live.publish({ type: "on-air", streamId: id, onAir: observedOnAir(services, id) });
  } catch (error) {
    // What is told is read for it: where that fails as well, who asks for it next is told.
    services.log.error({ err: error, streamId: id }, "what is true of a stream could not be told");
  }
}
