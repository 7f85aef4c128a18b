import { AppError, track, trackId, trackPatch } from "@nightjar/contract";
import type { TrackId } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { noSuchTrack, readTrack } from "./read-track.ts";
import { searchTextOf } from "./search-text.ts";
import { assertNoDuplicate, trackValues } from "./track-values.ts";

export const updateTrack = defineChange({
  name: "tracks.update",
  access: "approved",
  input: trackPatch.extend({ id: trackId }),
  patches: { has: "A track has", shape: track },
  output: track,
  entity: "tracks",
  subject: (input) => input.id,
  commit(tx, { input }) {
    const { id, revision, ...fields } = input;
    const before = tx.select().from(tracks).where(eq(tracks.id, id)).get();
    if (!before) throw noSuchTrack();
    if (revision !== undefined && revision !== before.revision) throw outdated(tx, id);
    const values = trackValues(tx, fields);
    if (Object.keys(values).length === 0) return readTrack(tx, id);
    const after = { ...before, ...values };
    const isRenamed = after.title !== before.title || after.artist !== before.artist;
    if (isRenamed) assertNoDuplicate(tx, after, id);
    tx.update(tracks)
      .set({ ...values, revision: before.revision + 1, searchText: searchTextOf(after) })
      .where(eq(tracks.id, id))
      .run();
    changed(tx, "tracks", id);
    return readTrack(tx, id);
  },
});

/** Somebody was faster: the answer carries the track as it is now. */
function outdated(tx: Tx, id: TrackId): AppError {
  const now = readTrack(tx, id);
  const details = { revision: now.revision, track: now };
  return new AppError("conflict", "The track was changed by somebody else in the meantime", { details });
}
