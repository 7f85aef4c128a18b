import { AppError, itemId, streamId, streamWithTracks } from "@nightjar/contract";
import { streamItems, streams, tracks } from "@nightjar/db";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { changed, noted } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { readStreamWithTracks } from "./stream-tracks.ts";

/** Marks an entry as going on from the one above it without a gap, or as not; null leaves it to the release again. */
export const setGapless = defineChange({
  name: "streams.setGapless",
  access: "approved",
  input: z.object({ id: streamId, itemId, isGapless: z.boolean().nullable() }),
  output: streamWithTracks,
  entity: "streams",
  subject: (input) => input.id,
  commit(tx, { ctx, input }) {
    const { id } = input;
    assertStream(tx, id);
    const which = and(eq(streamItems.streamId, id), eq(streamItems.id, input.itemId));
    const { isGapless } = streamItems;
    const before = tx
      .select({ title: tracks.title, isGapless })
      .from(streamItems)
      .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
      .where(which)
      .get();
    if (!before) throw new AppError("not-found", "The track is not in the tracklist");
    tx.update(streamItems).set({ isGapless: input.isGapless }).where(which).run();
    noted(tx, "gapless", { ...before, isGapless: input.isGapless }, before);
    tx.update(streams)
      .set({ revision: sql`${streams.revision} + 1` })
      .where(eq(streams.id, id))
      .run();
    changed(tx, "streams", id);
    return readStreamWithTracks(tx, id, ctx.services.clock.nowMs());
  },
});
