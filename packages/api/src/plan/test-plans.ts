import { destinationId, streamId } from "@nightjar/contract";
import type { Plan, SessionId, StreamId } from "@nightjar/contract";
import { testStreams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { Services } from "../context.ts";
import { planOf } from "./build-plan.ts";
import { UNPLANNABLE } from "./plan-book.ts";
import type { SecretBox } from "../ports.ts";

const PREFIX = "test-";

/** What the engine knows a stream's test by: a stream beside it, which may be on air meanwhile. */
export const testIdOf = (id: StreamId): StreamId => streamId.parse(PREFIX + id);

/** What is told of such a one is told of nobody's air. */
export const isTestId = (id: StreamId): boolean => id.startsWith(PREFIX);

export interface OpenTest {
  readonly streamId: StreamId;
  readonly sessionId: SessionId;
  readonly startedAt: Date;
  /** Whoever knows it can watch. */
  readonly name: string;
}

type Needs = Pick<Services, "db" | "secrets">;

/** The test that is wanted; null: none is. */
export function openTest({ db, secrets }: { readonly db: Db | Tx; readonly secrets: SecretBox }, id: StreamId): OpenTest | null {
  const row = db.select().from(testStreams).where(eq(testStreams.streamId, id)).get();
  return (row && opened(secrets, row)) ?? null;
}

export function openTests({ db, secrets }: Needs): OpenTest[] {
  return db
    .select()
    .from(testStreams)
    .all()
    .flatMap((row) => opened(secrets, row) ?? []);
}

/** null: sealed with a key that was lost, so that nobody could watch it. */
function opened(secrets: SecretBox, { nameSealed, ...row }: typeof testStreams.$inferSelect): OpenTest | null {
  try {
    return { ...row, name: secrets.open(nameSealed) };
  } catch {
    return null;
  }
}

/** The very plan the stream would have on air, but for where it is sent. */
function planTest(services: Services, { streamId: id, sessionId, startedAt, name }: OpenTest): Plan | null {
  const { url, streamKey } = services.localAir.destination(name);
  const destinations = [{ id: destinationId.parse("local"), kind: "local" as const, url, streamKey }];
  const plan = planOf(services, id, { id: sessionId, startedAt, destinations });
  return plan && { ...plan, streamId: testIdOf(id) };
}

/** After a commit: the engine is told what is wanted of the stream's test now. Never throws. */
export function followTest(services: Services, id: StreamId): void {
  const { engine, planBook } = services;
  try {
    keepNames(services);
    const test = openTest(services, id);
    const plan = test && planTest(services, test);
    if (plan) engine.apply(plan);
    else if (engine.onAir(testIdOf(id)).state !== "off") engine.stop(testIdOf(id));
    planBook.note(testIdOf(id), null);
  } catch (error) {
    noteFailure(services, id, error);
  }
}

/** Whoever looks at the test is told: nothing comes of it. */
function noteFailure({ clock, log, planBook }: Services, id: StreamId, error: unknown): void {
  log.error({ err: error, streamId: id }, "a test stream could not be planned");
  const since = new Date(clock.nowMs()).toISOString();
  planBook.note(testIdOf(id), { failure: UNPLANNABLE, nowhere: null, leftOut: [], since });
}

/** Those that are wanted can be watched, and no others. */
export function keepNames(services: Services): void {
  services.localAir.keep(new Set(openTests(services).map(({ name }) => name)));
}

/** At boot: the tests that were wanted go on at the same addresses. Where nobody can be listened to, they have ended. */
export async function reconcileTests(services: Services): Promise<Plan[]> {
  const { db, endedTests, log, localAir } = services;
  const tests = openTests(services);
  if (tests.length === 0) return [];
  const trouble = await localAir.open();
  if (trouble !== null) {
    db.delete(testStreams).run();
    for (const { streamId: id } of tests) endedTests.set(id, `The test has ended with the restart of the studio: ${trouble}`);
    log.warn({ ended: tests.length }, `the test streams have ended: ${trouble}`);
    return [];
  }
  keepNames(services);
  return tests.flatMap((test) => planOrNote(services, test) ?? []);
}

function planOrNote(services: Services, test: OpenTest): Plan | null {
  try {
    return planTest(services, test);
  } catch (error) {
    noteFailure(services, test.streamId, error);
    return null;
  }
}
