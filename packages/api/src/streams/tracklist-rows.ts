import type { StreamId } from "@nightjar/contract";
import { audioFiles, streamItems, tracks } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { gaplessFlags } from "./gapless.ts";

/** The entries of a stream's tracklist in their order, each with its track, its file (null: none), and whether it goes on gapless. */
export function tracklistRows(db: Db, id: StreamId) {
  const rows = db
    .select({ itemId: streamItems.id, mark: streamItems.isGapless, track: tracks, audio: audioFiles })
    .from(streamItems)
    .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
    .leftJoin(audioFiles, eq(audioFiles.sha256, tracks.audioSha256))
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
  const isGapless = gaplessFlags(rows);
  return rows.map(({ itemId, track, audio }, index) => ({ itemId, track, audio, isGapless: isGapless[index] ?? false }));
}
