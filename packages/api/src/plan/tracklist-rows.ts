import type { StreamId } from "@nightjar/contract";
import { audioFiles, streamItems, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { asc, eq, inArray } from "drizzle-orm";
import { gaplessFlags } from "./gapless.ts";

/**
 * The entries of a stream's tracklist in their order, each with its track, its file (null: none), and whether it goes on gapless. Each
 * track is read once, however often it stands in a list that may be long.
 */
export function tracklistRows(db: Db | Tx, id: StreamId) {
  const ofStream = eq(streamItems.streamId, id);
  const entries = db
    .select({ itemId: streamItems.id, trackId: streamItems.trackId, mark: streamItems.isGapless })
    .from(streamItems)
    .where(ofStream)
    .orderBy(asc(streamItems.position))
    .all();
  const listed = db
    .select({ track: tracks, audio: audioFiles })
    .from(tracks)
    .leftJoin(audioFiles, eq(audioFiles.sha256, tracks.audioSha256))
    .where(inArray(tracks.id, db.select({ id: streamItems.trackId }).from(streamItems).where(ofStream)))
    .all();
  const byId = new Map(listed.map((row) => [row.track.id, row]));
  const rows = entries.flatMap(({ itemId, trackId, mark }) => {
    const row = byId.get(trackId);
    return row ? [{ itemId, mark, ...row }] : [];
  });
  const isGapless = gaplessFlags(rows);
  return rows.map(({ itemId, mark, track, audio }, index) => ({ itemId, mark, track, audio, isGapless: isGapless[index] ?? false }));
}
