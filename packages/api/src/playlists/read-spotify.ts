import type { EntryId, PlaylistEntryFields, PlaylistId, SyncResult } from "@nightjar/contract";
import { playlistEntries, playlists } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { asc, eq } from "drizzle-orm";
import { snapshotOf } from "../audit-snapshots.ts";
import type { Snapshot } from "../audit-snapshots.ts";
import { differenceOf, insertAudit } from "../audit.ts";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import type { SpotifyEntry } from "../ports.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { insertEntries, toSought } from "./create-playlist.ts";
import type { NewEntry } from "./create-playlist.ts";
import { findInLibrary, isImported, isLeftByTrack } from "./find-in-library.ts";
import { findLabels } from "./find-labels.ts";
import type { Match } from "./match.ts";
import type { Asker, JobHandle } from "./playlist-jobs.ts";
import { readTracks } from "./read-tracks.ts";
import type { ReadTracks } from "./read-tracks.ts";
import { tokenSource } from "./spotify-account.ts";
import { tellFailure } from "./tell-failure.ts";

/** Nobody is asked again for a label that nobody knew, for so long. */
const LABEL_ASKED_FOR_MS = 30 * 24 * 60 * 60_000;

const CHANGED =
  "It was changed at Spotify again and again while it was read: some of its tracks may be missing here, or stand twice. Analyze the playlist again later.";

interface Reading {
  /** The library is brought up to date as well. */
  readonly syncs: boolean;
  /** Nobody where it is left out. */
  readonly asker?: Asker;
}

export interface KeptPlaylist {
  readonly playlistId: PlaylistId;
  /** null: that was not asked for. */
  readonly synced: SyncResult | null;
  /** As it was before it was read, for the audit log; null: it was not there. */
  readonly before: Snapshot | null;
}

/**
 * A playlist as Spotify has it now, kept with what it is in the library, and the library brought up to date where that is wanted. Its
 * labels follow by themselves. The audit entry is left to who waits for it. @throws AppError
 */
export async function readSpotifyPlaylist(services: Services, spotifyId: string, how: Reading): Promise<KeptPlaylist> {
  const start = commit(services, (tx) => begun(tx, services, spotifyId, how));
  return carryOut(services, start(), { isWaitedFor: true });
}

/**
 * The same for who does not wait for it. @returns begins it, once it is stored that it is under way; its failures are told with its state.
 * @throws AppError where it cannot begin
 */
export function beginReading(tx: Tx, services: Services, spotifyId: string, how: Reading): () => void {
  const start = begun(tx, services, spotifyId, how);
  return () => void carryOut(services, start(), { isWaitedFor: false }).catch(() => undefined);
}

function begun(tx: Tx, services: Services, spotifyId: string, { asker, syncs }: Reading): () => JobHandle {
  // Said before it is under way: nobody is connected.
  tokenSource(services);
  const start = services.playlistJobs.begin(tx, spotifyId, { syncs, asker: asker ?? null });
  changed(tx, "playlists", spotifyId, "never");
  return start;
}

/** Goes on with what an earlier process has left: a playlist is read from its beginning, what was read is brought in, labels are looked for from where it was. */
export function resumeReadings(services: Services): void {
  // Its failure is told with its state. Who waited for it has lost the answer with that process.
  for (const job of services.playlistJobs.leftOver()) carryOut(services, job, { isWaitedFor: false }).catch(() => undefined);
}

interface Waiting {
  readonly isWaitedFor: boolean;
}

function carryOut(services: Services, job: JobHandle, waiting: Waiting): Promise<KeptPlaylist> {
  const kept = Promise.withResolvers<KeptPlaylist>();
  const work = async () => {
    // It may have been cancelled before it is begun.
    job.signal.throwIfAborted();
    const earlier = job.kept();
    const isTold = job.now()?.is === "labels";
    const before = snapshotBefore(services, job.id);
    const playlistId = earlier?.playlistId ?? (await keepPlaylist(services, job));
    const synced = job.syncs && !isTold ? await bringUpToDate(services, playlistId, job) : (earlier?.synced ?? null);
    if (!isTold) tellKept(services, job, { before, playlistId, synced }, waiting);
    kept.resolve({ before, playlistId, synced });
    await findLabels(services, playlistId, job);
  };
  work().catch((error: unknown) => {
    kept.reject(error);
    tellFailure(services, job, error);
  });
  return kept.promise;
}

function snapshotBefore({ db }: Services, spotifyId: string): Snapshot | null {
  return db.transaction((tx) => {
    const row = tx.select({ id: playlists.id }).from(playlists).where(eq(playlists.spotifyId, spotifyId)).get();
    return row ? snapshotOf(tx, "playlists", row.id) : null;
  });
}

/** Recent activity tells of a sync at its end once, also where another process began it. */
function tellKept(services: Services, job: JobHandle, { before, playlistId, synced }: KeptPlaylist, { isWaitedFor }: Waiting): void {
  if (job.signal.aborted) return;
  const { asker } = job;
  commit(services, (tx) => {
    // From here on it is no reading any more: a restart goes on with the labels.
    job.tell({ is: "labels", done: 0, total: null, playlistId, synced }, tx);
    if (asker === null || isWaitedFor) return;
    const entry = { userId: asker.userId, action: "spotify.sync", entity: "playlists", subjectId: playlistId, outcome: "ok" };
    insertAudit(tx, { services, request: asker }, entry, differenceOf(before, snapshotOf(tx, "playlists", playlistId)));
    changed(tx, "playlists", playlistId, "never");
  });
}

async function keepPlaylist(services: Services, job: JobHandle): Promise<PlaylistId> {
  const { id: spotifyId, signal } = job;
  const read = await readTracks(services, job);
  const { head, entries } = read;
  const matches = await findInLibrary(services.db, entries.map(toSought));
  signal.throwIfAborted();
  return commit(services, (tx) => {
    const playlistId = storePlaylist(tx, { ...head, spotifyId, entries, matches }, new Date(services.clock.nowMs()));
    job.tell({ playlistId, sentence: shortcomingsOf(read) }, tx);
    return playlistId;
  });
}

/** What of it is not kept, or may not be; null: nothing. */
function shortcomingsOf({ leftOut, hasChanged }: ReadTracks): string | null {
  const sentences = [
    ...(leftOut === 0 ? [] : [`${leftOut} of its items are left out: episodes, what is gone, and what has no title or artist.`]),
    ...(hasChanged ? [CHANGED] : []),
  ];
  return sentences.join(" ") || null;
}

interface Read {
  readonly spotifyId: string;
  readonly name: string;
  readonly description: string | null;
  readonly coverUrl: string | null;
  readonly entries: readonly SpotifyEntry[];
  readonly matches: readonly Match[];
}

/** In place of what it was before. */
function storePlaylist(tx: Tx, { spotifyId, name, description, coverUrl, entries, matches }: Read, now: Date): PlaylistId {
  const values = { name, description, coverUrl, spotifyId, source: "spotify", trackCount: entries.length };
  const { id } = tx
    .insert(playlists)
    .values({ ...values, createdAt: now })
    .onConflictDoUpdate({ target: playlists.spotifyId, set: values })
    .returning({ id: playlists.id })
    .get();
  const known = knownOf(tx, id, entries);
  tx.delete(playlistEntries).where(eq(playlistEntries.playlistId, id)).run();
  insertEntries(
    tx,
    id,
    entries.map((entry, at) => ({ ...entry, ...rememberedOf(entry, known[at], now) })),
    matches,
  );
  changed(tx, "playlists", id, "never");
  return id;
}

type Entry = typeof playlistEntries.$inferSelect;
/** What an entry was before; without an id where another of the same recording goes on as that row. */
type Known = Omit<Entry, "id"> & { readonly id?: EntryId | undefined };

/** What comes from somebody's disk has neither code nor id; one that is longer is another. */
const keyOf = ({ isrcCode, spotifyId, title, artist, durationMs }: PlaylistEntryFields) =>
  isrcCode ?? spotifyId ?? `${title}\n${artist}\n${durationMs}`;

const isDecided = (entry: Known) => entry.decided && !isLeftByTrack(entry);
const decidedFirst = (entries: readonly Entry[]) => entries.toSorted((a, b) => Number(isDecided(b)) - Number(isDecided(a)));

/**
 * What each entry was before this reading. Of those that are the same recording each takes first what was of its own release, whose label
 * that is; what stands there twice is told by its place: each takes its own, in order. Where one has gone no decision goes with it; where
 * one has come it was what another of them is.
 */
function knownOf(tx: Tx, id: PlaylistId, entries: readonly SpotifyEntry[]): (Known | undefined)[] {
  const inOrder = asc(playlistEntries.position);
  const rows = tx.select().from(playlistEntries).where(eq(playlistEntries.playlistId, id)).orderBy(inOrder).all();
  const before = Map.groupBy(rows, keyOf);
  const known: (Known | undefined)[] = entries.map(() => undefined);
  for (const [key, group] of Map.groupBy(entries.entries(), ([, entry]) => keyOf(entry))) {
    const same = before.get(key) ?? [];
    const surest = decidedFirst(same);
    const left = same.length > group.length ? [...surest] : [...same];
    for (const [at, { spotifyId }] of group) {
      const own = left.findIndex((row) => row.spotifyId === spotifyId);
      if (own >= 0) known[at] = left.splice(own, 1)[0];
    }
    for (const [at] of group) known[at] ??= left.shift() ?? (surest[0] && { ...surest[0], id: undefined });
  }
  return known;
}

/**
 * Nobody is asked again for a label that was found, or that nobody knew of late, nor for what somebody has decided; what was imported stays
 * that; and it is the same row, which may be ticked or asked about on a screen.
 */
function rememberedOf(entry: PlaylistEntryFields, before: Known | undefined, now: Date): Partial<NewEntry> {
  if (!before) return {};
  const { id, trackId, why } = before;
  const known = { id, ...(isDecided(before) && { decided: trackId }), ...(isImported(before) && { imported: { trackId, why } }) };
  if (entry.recordLabel !== null) return known;
  const isRecent = before.labelAskedAt !== null && now.getTime() - before.labelAskedAt.getTime() < LABEL_ASKED_FOR_MS;
  return { ...known, recordLabel: before.recordLabel, labelAskedAt: isRecent ? before.labelAskedAt : null };
}
