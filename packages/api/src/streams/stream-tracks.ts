import { formatDuration, levelNote } from "@nightjar/contract";
import type { StreamId, StreamTrack, StreamWithTracks } from "@nightjar/contract";
import type { Db, Tx, audioFiles } from "@nightjar/db";
import { loudnessOf } from "../plan/loudness-of.ts";
import { readStream } from "./stream-shape.ts";
import { tracklistRows } from "../plan/tracklist-rows.ts";

/** @throws AppError 404 */
export function readStreamWithTracks(db: Db | Tx, id: StreamId, nowMs: number): StreamWithTracks {
  const stream = readStream(db, id, nowMs);
  return { ...stream, tracks: readStreamTracks(db, id, stream.targetLufs) };
}

function readStreamTracks(db: Db | Tx, id: StreamId, targetLufs: number): StreamTrack[] {
  return tracklistRows(db, id).map(({ itemId, mark, track, audio, isGapless }) => ({
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
    isGapless,
    gaplessMark: mark,
    durationMs: audio?.durationMs ?? track.durationMs,
    levelNote: audio && noteOf(audio, targetLufs),
  }));
}

function noteOf(audio: typeof audioFiles.$inferSelect, targetLufs: number): string | null {
  const loudness = loudnessOf(audio);
  return loudness && levelNote(loudness, targetLufs);
}
