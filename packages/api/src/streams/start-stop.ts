import { AppError, CONNECT_HINT, startStreamInput, stream, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { destinations, streamSessions, streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { nextSession } from "../plan/next-session.ts";
import { observedOnAir } from "../plan/observed.ts";
import { UNPLANNABLE, nowhereText } from "../plan/push-plan.ts";
import { buildPlan } from "../plan/build-plan.ts";
import { readStream } from "./stream-shape.ts";
import { endSession, openSession } from "../plan/wanted.ts";

/** Commits the wish; the engine follows it. On a live stream nothing changes. */
export const startStream = defineChange({
  name: "streams.start",
  access: "approved",
  input: startStreamInput.extend({ id: streamId }),
  output: stream,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { id, privacy, ...texts } = input;
    const { clock, planBook } = ctx.services;
    const now = clock.nowMs();
    assertStream(tx, id);
    if (openSession(tx, id)) {
      // Whoever presses Start again where nothing began hears why.
      const isUnplanned = observedOnAir(ctx.services, id).state === "failed" && planBook.trouble(id) !== null;
      if (isUnplanned) {
        assertPlannable(ctx.services, id);
        changed(tx, "streams", id);
      }
      return readStream(tx, id, now);
    }
    const destination = tx.select({ id: destinations.id }).from(destinations).where(eq(destinations.streamId, id)).get();
    if (!destination) throw new AppError("invalid-input", CONNECT_HINT);
    if (Object.values(texts).some((text) => text !== undefined)) tx.update(streams).set(texts).where(eq(streams.id, id)).run();
    tx.insert(streamSessions)
      .values({ id: nextSession(tx, id), streamId: id, startedAt: new Date(now), privacy })
      .run();
    assertPlannable(ctx.services, id);
    changed(tx, "streams", id);
    // What was prepared for its Start is not wanted any more.
    changed(tx, "streams", id, "off-air");
    return readStream(tx, id, now);
  },
});

/** What cannot be put on air is not stored as wanted. Reads what the transaction under way has written. @throws AppError 409 */
function assertPlannable(services: Services, id: StreamId): void {
  const nowhere = nowhereOf(services, id);
  if (nowhere !== null) throw new AppError("conflict", nowhere);
}

function nowhereOf(services: Services, id: StreamId): string | null {
  try {
    const planned = buildPlan(services, id);
    return planned && nowhereText(planned);
  } catch (error) {
    services.log.error({ err: error, streamId: id }, "a stream could not be planned");
    return UNPLANNABLE;
  }
}

export const stopStream = defineChange({
  name: "streams.stop",
  access: "approved",
  input: z.object({ id: streamId }),
  output: stream,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const now = ctx.services.clock.nowMs();
    assertStream(tx, input.id);
    if (endSession(tx, input.id, new Date(now))) changed(tx, "streams", input.id);
    return readStream(tx, input.id, now);
  },
});
