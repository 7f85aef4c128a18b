import { AppError, itemId, streamId, streamWithTracks } from "@nightjar/contract";
import { streamItems, streams } from "@nightjar/db";
import type { tracks } from "@nightjar/db";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { noSuchStream } from "./items.ts";
import { pushPlan } from "./push-plan.ts";
import { readStreamWithTracks } from "./stream-tracks.ts";

type ReleaseFields = Pick<typeof tracks.$inferSelect, "album" | "albumType" | "artist" | "discNumber" | "trackNumber">;

/** An entry of a tracklist, in its order. */
export interface ListedTrack {
  /** As marked by hand; null: as the release says. */
  readonly mark: boolean | null;
  readonly track: ReleaseFields;
}

/** For each entry whether it goes on from the one before it without a gap: so marked, or the next track of one release. */
export function gaplessFlags(entries: readonly ListedTrack[]): boolean[] {
  return entries.map(({ mark, track }, index) => {
    const before = entries[index - 1];
    if (!before) return false;
    return mark ?? isNextOfRelease(before.track, track);
  });
}

function isNextOfRelease(before: ReleaseFields, after: ReleaseFields): boolean {
  const album = plain(after.album);
  if (album === "" || album !== plain(before.album)) return false;
  if (before.trackNumber === null || after.trackNumber !== before.trackNumber + 1) return false;
  if ((before.discNumber ?? 1) !== (after.discNumber ?? 1)) return false;
  // A compilation has an artist a track; two releases of one name have different artists.
  return plain(before.artist) === plain(after.artist) || (after.albumType !== null && after.albumType === before.albumType);
}

function plain(text: string | null): string {
  return (text ?? "").trim().toLowerCase();
}

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
      if (!tx.select({ id: streams.id }).from(streams).where(eq(streams.id, id)).get()) throw noSuchStream();
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
