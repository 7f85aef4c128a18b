import { AppError, TEST_START_FAILED_TEXT, sessionId, streamId, testStreamStarted, testStreamStatus } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { testStreams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { changed } from "../changes.ts";
import type { Services } from "../context.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { keepNames, openTest, testIdOf } from "../plan/test-plans.ts";
import { defineChange } from "../verb.ts";
import { readTestStatus, rtmpUrlOf } from "./test-status.ts";

/** Nobody guesses so many. */
const NAME_BYTES = 24;

/** The stream as it would be on air, into this machine alone. Where it runs nothing changes. */
export const startTest = defineChange({
  name: "testStream.start",
  access: "approved",
  input: z.object({ streamId }),
  output: testStreamStarted,
  entity: "streams",
  subject: (input) => input.streamId,
  async prepare({ ctx, input }) {
    assertStream(ctx.services.db, input.streamId);
    await assertPossible(ctx.services, input.streamId);
  },
  commit(tx, { ctx, input }) {
    const { clock, secrets } = ctx.services;
    const { streamId: id } = input;
    assertStream(tx, id);
    if (openTest({ db: tx, secrets }, id)) return;
    const row = {
      sessionId: sessionId.parse(randomUUID()),
      nameSealed: secrets.seal(randomBytes(NAME_BYTES).toString("base64url")),
      startedAt: new Date(clock.nowMs()),
    };
    // One whose name cannot be read any more stands in nobody's way.
    tx.insert(testStreams)
      .values({ streamId: id, ...row })
      .onConflictDoUpdate({ target: testStreams.streamId, set: row })
      .run();
    changed(tx, "streams", id);
  },
  atOnce: ({ ctx, input }) => follow(ctx.services, input.streamId),
  after({ ctx, input }) {
    const { services } = ctx;
    const test = openTest(services, input.streamId);
    if (!test) throw new AppError("conflict", `${TEST_START_FAILED_TEXT}: it was stopped meanwhile.`);
    return { ...readTestStatus(ctx, input.streamId), rtmpUrl: rtmpUrlOf(ctx, test) };
  },
  // The port is not kept for a start that came to nothing.
  release: (_prepared, { services }) => keepNames(services),
});

/** What comes of the one before is not told of this one. */
function follow({ endedTests, planPushes }: Services, id: StreamId): void {
  planPushes.flush(id);
  endedTests.delete(id);
}

/** @throws AppError 503 */
async function assertPossible(services: Services, id: StreamId): Promise<void> {
  const { engine, localAir } = services;
  const { state, reason } = engine.onAir(testIdOf(id));
  const isDown = state === "failed" && openTest(services, id) === null;
  const trouble = isDown ? reason : await localAir.open();
  if (trouble !== null) throw new AppError("unavailable", `${TEST_START_FAILED_TEXT}: ${trouble}`);
}

export const stopTest = defineChange({
  name: "testStream.stop",
  access: "approved",
  input: z.object({ streamId }),
  output: testStreamStatus,
  entity: "streams",
  subject: (input) => input.streamId,
  commit(tx, { input }) {
    assertStream(tx, input.streamId);
    const { changes } = tx.delete(testStreams).where(eq(testStreams.streamId, input.streamId)).run();
    if (changes > 0) changed(tx, "streams", input.streamId);
  },
  atOnce: ({ ctx, input }) => follow(ctx.services, input.streamId),
  after: ({ ctx, input }) => readTestStatus(ctx, input.streamId),
});
