import { AppError, track, trackId, trackPatch } from "@nightjar/contract";
import type { TrackId } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { pushPlans } from "../plan/push-plan.ts";
import { streamsHolding } from "../plan/streams-showing.ts";
import { defineVerb } from "../verb.ts";
import { noSuchTrack, readTrack } from "./read-track.ts";
import { searchTextOf } from "./search-text.ts";
import { assertNoDuplicate, trackValues } from "./track-values.ts";

export const updateTrack = defineVerb({
  name: "tracks.update",
  access: "approved",
  kind: "change",
  input: trackPatch.extend({ id: trackId }),
  patches: { has: "A track has", shape: track },
  output: track,
  subject: (input) => input.id,
  run({ ctx, input }) {
    const { db, live } = ctx.services;
    const { id, revision, ...fields } = input;
    db.transaction((tx) => {
      const before = tx.select().from(tracks).where(eq(tracks.id, id)).get();
      if (!before) throw noSuchTrack();
      if (revision !== undefined && revision !== before.revision) throw outdated(tx, id);
      const values = trackValues(tx, fields);
      const after = { ...before, ...values };
      const isRenamed = after.title !== before.title || after.artist !== before.artist;
      if (isRenamed) assertNoDuplicate(tx, after, id);
      tx.update(tracks)
        .set({ ...values, revision: before.revision + 1, searchText: searchTextOf(after) })
        .where(eq(tracks.id, id))
        .run();
    });
    live.changed("tracks", id);
    pushPlans(ctx.services, streamsHolding(db, id));
    return readTrack(db, id);
  },
});

/** Somebody was faster: the answer carries the track as it is now. */
function outdated(tx: Tx, id: TrackId): AppError {
  const now = readTrack(tx, id);
  const details = { revision: now.revision, track: now };
  return new AppError("conflict", "The track was changed by somebody else in the meantime", { details });
}
