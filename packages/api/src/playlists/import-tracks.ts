import { AppError, decideEntryInput, importTracksInput, importTracksOutput, playlist } from "@nightjar/contract";
import type { EntryId, PlaylistId, TrackId } from "@nightjar/contract";
import { playlistEntries, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { authoriseAgain } from "../access.ts";
import { type Snapshot, snapshotOf } from "../audit-snapshots.ts";
import { changed, commit, noted, wasBefore } from "../changes.ts";
import { searchTextOf } from "../library/search-text.ts";
import { findDuplicate } from "../library/track-values.ts";
import { defineChange } from "../verb.ts";
import type { VerbCtx } from "../verb.ts";
import { toSought } from "./create-playlist.ts";
import { BY_SERVICE, decidedColumns, doubtsOf, isLeftByTrack, isSaidToBeNone } from "./find-in-library.ts";
import { candidateTracks, readPlaylist } from "./playlist-shape.ts";

type Entry = typeof playlistEntries.$inferSelect;

/** Makes tracks of entries that are not in the library. They have no file yet, and are passed over on air until they do. */
export const importTracks = defineChange({
  name: "playlists.importTracks",
  access: "approved",
  input: importTracksInput,
  output: importTracksOutput,
  entity: "playlists",
  subject: (input) => input.id,
  prepare: ({ ctx, input }) => importPieces(ctx, input),
  commit(tx, { input, prepared: { createdAt, left, outcomes: made, before } }) {
    readPlaylist(tx, input.id);
    if (before) wasBefore(tx, before);
    const entries = entriesOf(tx, input.id, left);
    const outcomes = [...made, ...entries.map((entry) => importEntry(tx, entry, createdAt))];
    if (outcomes.length === 0) throw new AppError("conflict", "The playlist has none of these tracks any more. Look at it again.");
    changed(tx, "playlists", input.id);
    return { outcomes, alone: outcomes.length === 1 ? entries[0] : undefined };
  },
  after({ ctx, committed: { outcomes, alone } }) {
    const made = outcomes.filter((outcome) => typeof outcome !== "string");
    const [first] = outcomes;
    // What it may be is stored by then.
    if (alone && typeof first === "string") throw leftOutError(alone, first);
    ctx.services.covers.fetchSoon();
    return {
      tracksAdded: made.filter(({ isNew }) => isNew).length,
      tracksFound: made.filter(({ isNew }) => !isNew).length,
      tracksDoubtful: outcomes.filter((outcome) => outcome === "doubtful").length,
      tracksLeftOut: outcomes.filter((outcome) => outcome === "another").length,
      trackIds: made.map(({ trackId }) => trackId),
    };
  },
});

/** So many are imported before somebody else has a turn; no more than that are imported whole or not at all. */
const PIECE = 250;

interface Begun {
  readonly createdAt: Date;
  readonly outcomes: readonly (Imported | LeftOut)[];
  /** What is imported with the audit entry, which tells of all. */
  readonly left: readonly EntryId[];
  /** The playlist before its first piece; null: there was none. */
  readonly before: Snapshot | null;
}

/** All but the last piece. They stay should a later one fail: asked for again, they are found. */
async function importPieces(ctx: VerbCtx<"approved">, { id, entryIds }: z.output<typeof importTracksInput>): Promise<Begun> {
  const createdAt = new Date(ctx.services.clock.nowMs());
  if (entryIds.length <= PIECE) return { createdAt, outcomes: [], left: entryIds, before: null };
  const outcomes: (Imported | LeftOut)[] = [];
  let before: Snapshot | null = null;
  let left = entriesOf(ctx.services.db, id, entryIds).map((entry) => entry.id);
  while (left.length > PIECE) {
    const piece = left.slice(0, PIECE);
    left = left.slice(PIECE);
    const made = commit(ctx.services, (tx) => {
      authoriseAgain("approved", ctx);
      before ??= snapshotOf(tx, "playlists", id);
      changed(tx, "playlists", id);
      return entriesOf(tx, id, piece).map((entry) => importEntry(tx, entry, createdAt));
    });
    outcomes.push(...made);
    ctx.services.covers.fetchSoon();
    await nextTurn();
  }
  return { createdAt, outcomes, left, before };
}

/** Somebody says which track of the library an entry is, or that it is none of them. */
export const decideEntry = defineChange({
  name: "playlists.decide",
  access: "approved",
  input: decideEntryInput,
  output: playlist,
  entity: "playlists",
  subject: (input) => input.id,
  commit(tx, { input: { id, entryId, trackId } }) {
    const [entry] = entriesOf(tx, id, [entryId]);
    if (!entry) throw new AppError("not-found", "The playlist has no such track");
    if (isSaid(entry, trackId)) {
      // Whoever asks again may not have heard of it.
      changed(tx, "playlists", id, "never");
      return readPlaylist(tx, id);
    }
    if (entry.candidates.length === 0) throw new AppError("conflict", "This has been decided meanwhile. Look at the playlist again.");
    const isOffered = trackId === null || entry.candidates.some((candidate) => candidate.trackId === trackId);
    if (!isOffered) throw new AppError("conflict", "That track is not one of those it may be");
    if (trackId !== null && !tx.select().from(tracks).where(eq(tracks.id, trackId)).get())
      throw new AppError("not-found", "Track not found");
    tx.update(playlistEntries).set(decidedColumns(trackId)).where(eq(playlistEntries.id, entryId)).run();
    const { title, artist, trackId: before, decided } = entry;
    const note = { id: entryId, title, artist };
    noted(tx, "entry", { ...note, trackId, decided: true }, { ...note, trackId: before, decided });
    changed(tx, "playlists", id);
    return readPlaylist(tx, id);
  },
});

/** That very word was taken before, where only the answer was lost. */
const isSaid = (entry: Entry, trackId: TrackId | null) => entry.decided && entry.trackId === trackId && !isLeftByTrack(entry);

/** SQLite's bound on parameters is far above this. */
const CHUNK = 1000;

/** In the order of the playlist. */
function entriesOf(tx: Db | Tx, playlistId: PlaylistId, ids: readonly EntryId[]): Entry[] {
  const found: Entry[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const which = and(eq(playlistEntries.playlistId, playlistId), inArray(playlistEntries.id, ids.slice(start, start + CHUNK)));
    found.push(...tx.select().from(playlistEntries).where(which).all());
  }
  return found.toSorted((a, b) => a.position - b.position);
}

interface Imported {
  readonly trackId: TrackId;
  readonly isNew: boolean;
}

/**
 * Why it makes no track. another: somebody has said that it is none of the library's, which has one of its title and artist and takes no
 * second · doubtful: it may be one of the library's, and somebody has to say.
 */
type LeftOut = "another" | "doubtful";

/** An entry that is in the library already, or stands in the playlist twice, makes no second track. */
export function importEntry(tx: Tx, entry: Entry, createdAt: Date): Imported | LeftOut {
  // Why it is that track says nothing of others.
  if (entry.trackId !== null) return { trackId: entry.trackId, isNew: false };
  const made = findOrMake(tx, entry, createdAt);
  if (typeof made !== "string" && !isSaidToBeNone(entry)) linkTwins(tx, entry, made.trackId);
  return made;
}

function findOrMake(tx: Tx, entry: Entry, createdAt: Date): Imported | LeftOut {
  const known = sameTrack(tx, entry);
  if (known !== null && known.why !== BY_CODE && isSaidToBeNone(entry)) return "another";
  if (known === null || known.why === BY_TITLE) {
    if (isAsked(tx, entry)) return "doubtful";
    const candidates = known === null ? [] : doubtsOf(tx, toSought(entry), known.id);
    if (candidates.length > 0) {
      tx.update(playlistEntries).set({ candidates }).where(eq(playlistEntries.id, entry.id)).run();
      return "doubtful";
    }
  }
  const trackId = known?.id ?? insertTrack(tx, entry, createdAt);
  link(tx, entry.id, trackId, known?.why ?? null);
  // No list has it yet.
  if (known === null) changed(tx, "tracks", trackId, "never");
  return { trackId, isNew: known === null };
}

/** Somebody has to say which track it is; those that it might have been may have been deleted since. */
const isAsked = (tx: Tx, { candidates }: Entry) => candidateTracks(tx, [candidates]).size > 0;

/** Why one could not be imported. */
export const leftOutError = ({ title, artist }: Entry, why: LeftOut) =>
  new AppError(
    "conflict",
    why === "another"
      ? `The library has another “${title}” by ${artist}. Give that one another title first.`
      : `The library may have “${title}” by ${artist} already. Say first which track it is.`,
  );

const BY_CODE = "the same ISRC code";
const BY_TITLE = "the same title and artist";

/** By what is surest first. */
function sameTrack(tx: Tx, entry: Entry): { readonly id: TrackId; readonly why: string } | null {
  const one = (where: SQL) => tx.select({ id: tracks.id }).from(tracks).where(where).orderBy(asc(tracks.createdAt)).get();
  const { isrcCode, spotifyId } = entry;
  const byCode = isrcCode === null ? undefined : one(eq(tracks.isrcKey, isrcCode));
  if (byCode) return { ...byCode, why: BY_CODE };
  const byService = spotifyId === null ? undefined : one(eq(tracks.spotifyId, spotifyId));
  if (byService) return { ...byService, why: BY_SERVICE };
  const id = findDuplicate(tx, entry, null);
  return id === null ? null : { id, why: BY_TITLE };
}

function insertTrack(tx: Tx, entry: Entry, createdAt: Date): TrackId {
  const { title, artist, album, isrcCode, spotifyId, recordLabel, releaseDate, explicit, coverUrl } = entry;
  const { albumType, albumTotalTracks, discNumber, trackNumber, popularity, previewUrl } = entry;
  const spotifyUrl = spotifyUrlOf(spotifyId);
  const fields = { title, artist, album, isrcCode, isrcKey: isrcCode, spotifyId, spotifyUrl, recordLabel, releaseDate, explicit };
  const told = { albumType, albumTotalTracks, discNumber, trackNumber, popularity, previewUrl };
  const searchText = searchTextOf({ title, artist, album, tags: [] });
  // What nobody has told is as long as its file will be.
  const durationMs = entry.durationMs ?? 0;
  return tx
    .insert(tracks)
    .values({ ...fields, ...told, durationMs, coverUrl, searchText, createdAt })
    .returning({ id: tracks.id })
    .get().id;
}

export const spotifyUrlOf = (id: string | null): string | null => (id === null ? null : `https://open.spotify.com/track/${id}`);

/** The same recording is in the library wherever else it stands, save where somebody has said what it is. */
function linkTwins(tx: Tx, { isrcCode, spotifyId }: Entry, trackId: TrackId): void {
  // One after the other, so that each goes by its index.
  if (isrcCode !== null) linkOpen(tx, eq(playlistEntries.isrcCode, isrcCode), trackId);
  if (spotifyId !== null) linkOpen(tx, eq(playlistEntries.spotifyId, spotifyId), trackId);
}

function linkOpen(tx: Tx, which: SQL, trackId: TrackId): void {
  const { decided, playlistId } = playlistEntries;
  const linked = tx
    .update(playlistEntries)
    .set({ trackId, why: null, candidates: [] })
    .where(and(which, isNull(playlistEntries.trackId), eq(decided, false)))
    .returning({ playlistId })
    .all();
  for (const entry of linked) changed(tx, "playlists", entry.playlistId, "never");
}

const link = (tx: Tx, id: EntryId, trackId: TrackId | null, why: string | null) =>
  tx.update(playlistEntries).set({ trackId, why, candidates: [] }).where(eq(playlistEntries.id, id)).run();
