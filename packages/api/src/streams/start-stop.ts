import { AppError, CONNECT_HINT, startStreamInput, stream, streamId } from "@nightjar/contract";
import { destinations, streamSessions, streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { assertStream } from "./assert-stream.ts";
import { pushPlan } from "./push-plan.ts";
import { readStream } from "./stream-shape.ts";
import { endSession, openSession } from "./wanted.ts";

/** Commits the wish; the engine follows it. On a live stream nothing changes. */
export const startStream = defineVerb({
  name: "streams.start",
  access: "approved",
  kind: "change",
  input: startStreamInput.extend({ id: streamId }),
  output: stream,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { clock, db, live } = ctx.services;
    const now = clock.nowMs();
    const isNew = db.transaction((tx) => {
      assertStream(tx, input.id);
      if (openSession(tx, input.id)) return false;
      const destination = tx.select({ id: destinations.id }).from(destinations).where(eq(destinations.streamId, input.id)).get();
      if (!destination) throw new AppError("invalid-input", CONNECT_HINT);
      const texts = {
        ...(input.title === undefined ? {} : { title: input.title }),
        ...(input.description === undefined ? {} : { description: input.description }),
      };
      if (Object.keys(texts).length > 0) tx.update(streams).set(texts).where(eq(streams.id, input.id)).run();
      tx.insert(streamSessions)
        .values({ streamId: input.id, startedAt: new Date(now), privacy: input.privacy })
        .run();
      return true;
    });
    if (isNew) {
      pushPlan(ctx.services, input.id);
      live.changed("streams", input.id);
    }
    return readStream(db, input.id, now);
  },
});

export const stopStream = defineVerb({
  name: "streams.stop",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId }),
  output: stream,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { clock, db, engine, live } = ctx.services;
    const now = clock.nowMs();
    // Reads first: an unknown stream is 404, not a silent success.
    readStream(db, input.id, now);
    if (endSession(db, input.id, new Date(now))) {
      engine.stop(input.id);
      live.changed("streams", input.id);
    }
    return readStream(db, input.id, now);
  },
});
