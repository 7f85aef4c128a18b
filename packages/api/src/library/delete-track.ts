import { trackId } from "@nightjar/contract";
import { streams, tracks } from "@nightjar/db";
import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { pushPlans } from "../plan/push-plan.ts";
import { streamsHolding } from "../plan/streams-showing.ts";
import { defineVerb } from "../verb.ts";
import { noSuchTrack } from "./read-track.ts";

/** The track leaves all tracklists; its file is swept later, so that what is on air can play to its end. */
export const deleteTrack = defineVerb({
  name: "tracks.delete",
  access: "approved",
  kind: "change",
  input: z.object({ id: trackId }),
  output: z.null(),
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    const holding = db.transaction((tx) => {
      const ids = streamsHolding(tx, input.id);
      if (ids.length > 0) {
        tx.update(streams)
          .set({ revision: sql`${streams.revision} + 1` })
          .where(inArray(streams.id, ids))
          .run();
      }
      const deleted = tx.delete(tracks).where(eq(tracks.id, input.id)).returning({ id: tracks.id }).get();
      if (!deleted) throw noSuchTrack();
      return ids;
    });
    live.changed("tracks", input.id);
    for (const id of holding) live.changed("streams", id);
    pushPlans(ctx.services, holding);
    return null;
  },
});
