import { AppError, CONNECT_HINT, startStreamInput, stream, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { destinations, streamSessions, streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../context.ts";
import { defineVerb } from "../verb.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { nextSession } from "../plan/next-session.ts";
import { observedOnAir } from "../plan/observed.ts";
import { UNPLANNABLE, nowhereText, pushPlan, takeOffAir } from "../plan/push-plan.ts";
import { buildPlan } from "../plan/build-plan.ts";
import { readStream } from "./stream-shape.ts";
import { endSession, openSession } from "../plan/wanted.ts";

/** Commits the wish; the engine follows it. On a live stream nothing changes. */
export const startStream = defineVerb({
  name: "streams.start",
  access: "approved",
  kind: "change",
  input: startStreamInput.extend({ id: streamId }),
  output: stream,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { clock, db, live, offAir, planBook } = ctx.services;
    const now = clock.nowMs();
    const isUnplanned = observedOnAir(ctx.services, input.id).state === "failed" && planBook.trouble(input.id) !== null;
    const isNew = db.transaction((tx) => {
      assertStream(tx, input.id);
      if (openSession(tx, input.id)) {
        // Whoever presses Start again where nothing began hears why.
        if (isUnplanned) assertPlannable(ctx.services, input.id);
        return false;
      }
      const destination = tx.select({ id: destinations.id }).from(destinations).where(eq(destinations.streamId, input.id)).get();
      if (!destination) throw new AppError("invalid-input", CONNECT_HINT);
      const texts = {
        ...(input.title === undefined ? {} : { title: input.title }),
        ...(input.description === undefined ? {} : { description: input.description }),
      };
      if (Object.keys(texts).length > 0) tx.update(streams).set(texts).where(eq(streams.id, input.id)).run();
      tx.insert(streamSessions)
        .values({ id: nextSession(tx, input.id), streamId: input.id, startedAt: new Date(now), privacy: input.privacy })
        .run();
      assertPlannable(ctx.services, input.id);
      return true;
    });
    if (isNew || isUnplanned) pushPlan(ctx.services, input.id);
    if (isNew) offAir.changed([input.id]);
    if (isNew) live.changed("streams", input.id);
    return readStream(db, input.id, now);
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

export const stopStream = defineVerb({
  name: "streams.stop",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId }),
  output: stream,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { clock, db, live } = ctx.services;
    const now = clock.nowMs();
    // Reads first: an unknown stream is 404, not a silent success.
    readStream(db, input.id, now);
    if (endSession(db, input.id, new Date(now))) {
      takeOffAir(ctx.services, input.id);
      live.changed("streams", input.id);
    }
    return readStream(db, input.id, now);
  },
});
