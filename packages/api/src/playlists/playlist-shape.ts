import { AppError, formatDuration } from "@nightjar/contract";
import type { EntryMatch, Playlist, PlaylistAnalysis, PlaylistCandidate, PlaylistId, PlaylistTrack, TrackId } from "@nightjar/contract";
import { playlistEntries, playlistJobs, playlists, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import { isLeftByTrack } from "./find-in-library.ts";
import type { ForeignCovers } from "./foreign-covers.ts";
import { labelFilter, labelsOf } from "./labels.ts";

export const toPlaylist = ({ createdAt, syncedAt: _syncedAt, ...row }: typeof playlists.$inferSelect): Playlist => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** @throws AppError 404 */
export function readPlaylist(db: Db | Tx, id: PlaylistId): Playlist {
  const row = db.select().from(playlists).where(eq(playlists.id, id)).get();
  if (!row) throw new AppError("not-found", "Playlist not found");
  return toPlaylist(row);
}

interface AnalysisNeeds {
  readonly db: Db | Tx;
  readonly foreignCovers: Pick<ForeignCovers, "addressOf">;
}

/** A playlist against the library as it is now. @throws AppError 404 */
export function readAnalysis({ db, foreignCovers }: AnalysisNeeds, id: PlaylistId, labels: readonly string[]): PlaylistAnalysis {
  const rows = entryRows(db, id);
  const isWanted = labelFilter(labels);
  const shown = labels.length === 0 ? rows : rows.filter(({ entry }) => isWanted(entry.recordLabel));
  const known = candidateTracks(
    db,
    shown.map(({ entry }) => entry.candidates),
  );
  const all = shown.map((row) => toTrack(row, known, foreignCovers.addressOf));
  const unlabelled = rows.filter(({ entry }) => entry.recordLabel === null);
  const existing = all.filter(({ existsInLibrary }) => existsInLibrary).length;
  return {
    playlist: readPlaylist(db, id),
    totalTracks: rows.length,
    filteredTracks: all.length,
    existingTracks: existing,
    newTracks: all.length - existing,
    doubtfulTracks: all.filter(({ candidates }) => candidates.length > 0).length,
    unlabelledTracks: unlabelled.length,
    pendingTracks: isLookedUp(db, id) ? unlabelled.filter(({ entry }) => entry.isrcCode !== null && entry.labelAskedAt === null).length : 0,
    isFiltered: labels.length > 0,
    allLabels: labelsOf(rows.map(({ entry }) => entry)),
    tracks: all,
  };
}

/** Its labels are being looked for. */
const isLookedUp = (db: Db | Tx, id: PlaylistId) =>
  db
    .select({ is: playlistJobs.is })
    .from(playlistJobs)
    .where(and(eq(playlistJobs.playlistId, id), eq(playlistJobs.is, "labels")))
    .get() !== undefined;

const entryRows = (db: Db | Tx, id: PlaylistId) =>
  db
    .select({ entry: playlistEntries, audioSha256: tracks.audioSha256, artworkUrl: tracks.artworkUrl })
    .from(playlistEntries)
    .leftJoin(tracks, eq(tracks.id, playlistEntries.trackId))
    .where(eq(playlistEntries.playlistId, id))
    .orderBy(asc(playlistEntries.position))
    .all();
type EntryRow = ReturnType<typeof entryRows>[number];
type Known = ReadonlyMap<TrackId, { readonly title: string; readonly artist: string; readonly durationMs: number }>;

/** SQLite's bound on parameters is far above this. */
const CHUNK = 1000;

/** What those are called that an entry may be; one that has been deleted since is not among them. */
export function candidateTracks(db: Db | Tx, candidates: readonly (readonly PlaylistCandidate[])[]): Known {
  const ids = [...new Set(candidates.flatMap((some) => some.map(({ trackId }) => trackId)))];
  const { id, title, artist, durationMs } = tracks;
  const chunks = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ids.slice(at * CHUNK, (at + 1) * CHUNK));
  const found = chunks.flatMap((chunk) => db.select({ id, title, artist, durationMs }).from(tracks).where(inArray(id, chunk)).all());
  return new Map(found.map((track) => [track.id, track]));
}

export const shownCandidates = (candidates: readonly PlaylistCandidate[], known: Known): EntryMatch["candidates"] =>
  candidates.flatMap((candidate) => {
    const track = known.get(candidate.trackId);
    return track ? [{ ...candidate, title: track.title, artist: track.artist, duration: formatDuration(track.durationMs) }] : [];
  });

function toTrack({ entry, audioSha256, artworkUrl }: EntryRow, known: Known, addressOf: ForeignCovers["addressOf"]): PlaylistTrack {
  const { id, title, artist, album, durationMs, isrcCode, spotifyId, recordLabel, releaseDate, coverUrl, explicit, trackId } = entry;
  const candidates = shownCandidates(entry.candidates, known);
  const why = isLeftByTrack(entry) ? null : entry.why;
  return {
    ...{ id, title, artist, album, isrcCode, spotifyId, recordLabel, releaseDate, explicit, why, candidates },
    duration: durationMs === null ? null : formatDuration(durationMs),
    artworkUrl: artworkUrl ?? addressOf(coverUrl),
    existsInLibrary: trackId !== null,
    hasAudioFile: audioSha256 !== null,
    libraryTrackId: trackId,
  };
}
