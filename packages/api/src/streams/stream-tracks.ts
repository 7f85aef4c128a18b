import { formatDuration, levelNote } from "@nightjar/contract";
import type { StreamId, StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { audioFiles, streamItems, tracks } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { gaplessFlags } from "./gapless.ts";
import { loudnessOf } from "./loudness-of.ts";
import { readStream } from "./stream-shape.ts";

/** @throws AppError 404 */
export function readStreamWithTracks(db: Db, id: StreamId, nowMs: number): StreamWithTracks {
  const stream = readStream(db, id, nowMs);
  return { ...stream, tracks: readStreamTracks(db, id, stream.targetLufs) };
}

function readStreamTracks(db: Db, id: StreamId, targetLufs: number): StreamTrack[] {
  const rows = db
    .select({ itemId: streamItems.id, mark: streamItems.isGapless, track: tracks, audio: audioFiles })
    .from(streamItems)
    .innerJoin(tracks, eq(tracks.id, streamItems.trackId))
    .leftJoin(audioFiles, eq(audioFiles.sha256, tracks.audioSha256))
    .where(eq(streamItems.streamId, id))
    .orderBy(asc(streamItems.position))
    .all();
  const isGapless = gaplessFlags(rows);
  return rows.map(({ itemId, track, audio }, index) => ({
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
    levelNote: audio && noteOf(audio, targetLufs),
  }));
}

function noteOf(audio: typeof audioFiles.$inferSelect, targetLufs: number): string | null {
  const loudness = loudnessOf(audio);
  return loudness && levelNote(loudness, targetLufs);
}
