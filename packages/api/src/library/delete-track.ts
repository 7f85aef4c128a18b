import { trackId } from "@nightjar/contract";
import { streams, tracks } from "@nightjar/db";
import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import { streamsHolding } from "../plan/streams-showing.ts";
import { defineChange } from "../verb.ts";
import { noSuchTrack } from "./read-track.ts";

/** The track leaves all tracklists; its file is swept later, so that what is on air can play to its end. */
export const deleteTrack = defineChange({
  name: "tracks.delete",
  access: "approved",
  input: z.object({ id: trackId }),
  output: z.null(),
  entity: "tracks",
  subject: (input) => input.id,
  commit(tx, { input }) {
    const holding = streamsHolding(tx, input.id);
    if (holding.length > 0) {
      tx.update(streams)
        .set({ revision: sql`${streams.revision} + 1` })
        .where(inArray(streams.id, holding))
        .run();
    }
    const deleted = tx.delete(tracks).where(eq(tracks.id, input.id)).returning({ id: tracks.id }).get();
    if (!deleted) throw noSuchTrack();
    changed(tx, "tracks", input.id);
    for (const id of holding) changed(tx, "streams", id);
    return null;
  },
});
