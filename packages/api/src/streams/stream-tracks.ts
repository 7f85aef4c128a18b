import { formatDuration } from "@nightjar/contract";
import type { StreamId, StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { streamItems, tracks } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { gaplessFlags } from "./gapless.ts";
import { readStream } from "./stream-shape.ts";

/** @throws AppError 404 */
export function readStreamWithTracks(db: Db, id: StreamId, nowMs: number): StreamWithTracks {
  return { ...readStream(db, id, nowMs), tracks: readStreamTracks(db, id) };
}

function readStreamTracks(db: Db, id: StreamId): StreamTrack[] {
  const rows = db
    .select({ itemId: streamItems.id, mark: streamItems.isGapless, track: tracks })
    .from(streamItems)
    .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
  const isGapless = gaplessFlags(rows);
  return rows.map(({ itemId, track }, index) => ({
    itemId,
    id: track.id,
    title: track.title,
    artist: track.artist,
    duration: formatDuration(track.durationMs),
    artworkUrl: track.artworkUrl,
    libraryTrackId: track.id,
    existsInLibrary: true,
    hasAudioFile: track.audioSha256 !== null,
    recordLabel: track.recordLabel,
    copyrightTagline: track.copyrightTagline,
    isGapless: isGapless[index] ?? false,
  }));
}
