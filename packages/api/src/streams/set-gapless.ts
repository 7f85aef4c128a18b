import { AppError, itemId, streamId, streamWithTracks } from "@nightjar/contract";
import { streamItems, streams } from "@nightjar/db";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { pushPlan } from "../plan/push-plan.ts";
import { readStreamWithTracks } from "./stream-tracks.ts";

/** Marks an entry as going on from the one above it without a gap, or as not; null leaves it to the release again. */
export const setGapless = defineVerb({
  name: "streams.setGapless",
  access: "approved",
  kind: "change",
  input: z.object({ id: streamId, itemId, isGapless: z.boolean().nullable() }),
  output: streamWithTracks,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { clock, db, live } = ctx.services;
    const { id } = input;
    db.transaction((tx) => {
      assertStream(tx, id);
      const { changes } = tx
        .update(streamItems)
        .set({ isGapless: input.isGapless })
        .where(and(eq(streamItems.streamId, id), eq(streamItems.id, input.itemId)))
        .run();
      if (changes === 0) throw new AppError("not-found", "The track is not in the tracklist");
      tx.update(streams)
        .set({ revision: sql`${streams.revision} + 1` })
        .where(eq(streams.id, id))
        .run();
    });
    pushPlan(ctx.services, id);
    live.changed("streams", id);
    return readStreamWithTracks(db, id, clock.nowMs());
  },
});
