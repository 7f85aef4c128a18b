import type { PlaylistId, SyncResult } from "@nightjar/contract";
import { playlistEntries, playlists, tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { searchTextOf } from "../library/search-text.ts";
import { importEntry, spotifyUrlOf } from "./import-tracks.ts";
import type { JobHandle } from "./playlist-jobs.ts";

type Told = Pick<JobHandle, "kept" | "signal" | "tell">;

/** So many entries are done before somebody else has a turn. */
const CHUNK = 250;

/**
 * Brings the library up to date with a playlist: what is surely new is imported, and what the library does not know yet is filled in.
 * Entries where somebody has to say are left alone. In pieces, and what they did is stored with each; one that is broken off is begun again.
 */
export async function bringUpToDate(services: Services, id: PlaylistId, job: Told): Promise<SyncResult> {
  const at = new Date(services.clock.nowMs());
  let counts: SyncResult = job.kept()?.synced ?? { tracksAdded: 0, tracksUpdated: 0 };
  for (let from = 0; ; from += CHUNK) {
    job.signal.throwIfAborted();
    const piece = commit(services, (tx) => {
      const entries = entriesFrom(tx, id, from);
      if (entries.length > 0) {
        const { tracksAdded, tracksUpdated } = bringIn(tx, entries, at);
        const synced = { tracksAdded: counts.tracksAdded + tracksAdded, tracksUpdated: counts.tracksUpdated + tracksUpdated };
        job.tell({ synced }, tx);
        return synced;
      }
      tx.update(playlists).set({ syncedAt: at }).where(eq(playlists.id, id)).run();
      changed(tx, "playlists", id, "never");
      return null;
    });
    if (piece === null) break;
    counts = piece;
    await nextTurn();
  }
  services.covers.fetchSoon();
  return counts;
}

type Entry = typeof playlistEntries.$inferSelect;
type Track = typeof tracks.$inferSelect;

function entriesFrom(tx: Tx, id: PlaylistId, from: number): Entry[] {
  const { playlistId, position } = playlistEntries;
  const piece = and(eq(playlistId, id), gte(position, from), lt(position, from + CHUNK));
  return tx.select().from(playlistEntries).where(piece).orderBy(asc(position)).all();
}

function bringIn(tx: Tx, entries: readonly Entry[], at: Date): SyncResult {
  const tracksUpdated = entries.filter((entry) => entry.trackId !== null && fillIn(tx, entry)).length;
  const sure = entries.filter((entry) => entry.trackId === null && entry.candidates.length === 0);
  const outcomes = sure.map((entry) => importEntry(tx, entry, at));
  return { tracksUpdated, tracksAdded: outcomes.filter((outcome) => typeof outcome !== "string" && outcome.isNew).length };
}

/** Only where the library says nothing. @returns whether anything was filled in */
function fillIn(tx: Tx, entry: Entry): boolean {
  if (entry.trackId === null) return false;
  const track = tx.select().from(tracks).where(eq(tracks.id, entry.trackId)).get();
  if (!track) return false;
  const values = filledFrom(tx, track, entry);
  const filled = { ...track, ...values };
  if (isDeepStrictEqual(filled, track)) return false;
  tx.update(tracks)
    .set({ ...values, searchText: searchTextOf(filled), revision: sql`${tracks.revision} + 1` })
    .where(eq(tracks.id, entry.trackId))
    .run();
  changed(tx, "tracks", entry.trackId, "soon");
  return true;
}

function filledFrom(tx: Tx, track: Track, entry: Entry): Partial<Track> {
  const isTaken = (id: string) => tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.spotifyId, id)).get() !== undefined;
  const isFree = entry.spotifyId !== null && track.spotifyId === null && !isTaken(entry.spotifyId);
  const spotifyId = isFree ? entry.spotifyId : track.spotifyId;
  const isCoverNews = track.artworkUrl === null && entry.coverUrl !== null && entry.coverUrl !== track.coverUrl;
  return {
    ...(track.isrcKey === null && entry.isrcCode !== null && { isrcCode: entry.isrcCode, isrcKey: entry.isrcCode }),
    ...(isCoverNews && { coverUrl: entry.coverUrl, coverAskedAt: null }),
    ...{ spotifyId, spotifyUrl: track.spotifyUrl ?? spotifyUrlOf(spotifyId) },
    // Nobody had told how long it is.
    durationMs: track.durationMs || (entry.durationMs ?? 0),
    ...{ recordLabel: track.recordLabel ?? entry.recordLabel, releaseDate: track.releaseDate ?? entry.releaseDate },
    ...{ popularity: track.popularity ?? entry.popularity, previewUrl: track.previewUrl ?? entry.previewUrl },
    // Its place on another album is none on this one.
    ...((track.album ?? entry.album) === entry.album && albumFrom(track, entry)),
  };
}

const albumFrom = (track: Track, entry: Entry): Partial<Track> => ({
  album: entry.album,
  ...{ albumType: track.albumType ?? entry.albumType, albumTotalTracks: track.albumTotalTracks ?? entry.albumTotalTracks },
  ...{ discNumber: track.discNumber ?? entry.discNumber, trackNumber: track.trackNumber ?? entry.trackNumber },
});
