import { AppError } from "@nightjar/contract";
import type { PlaylistId } from "@nightjar/contract";
import { playlistEntries, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { backOffMs, paused } from "@nightjar/kit";
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import type { FoundLabel, SoughtLabel } from "../recordings/recordings.ts";
import { GOES_ON, laterText } from "./playlist-jobs.ts";
import type { JobHandle } from "./playlist-jobs.ts";
import { tokenSource } from "./spotify-account.ts";
import { tellFailure } from "./tell-failure.ts";

/** Of Spotify's, which gives no more a call. */
const ALBUMS = 20;
/** So many labels are looked for before the screens are told. */
const TOLD_EVERY = 25;
/** Those of albums come faster. */
const ALBUMS_TOLD_EVERY = 100;
/** While one who may know it does not answer. Together they are some six minutes. */
const PAUSES = { firstMs: 5000, longestMs: 60_000 };
const PAUSES_MAX = 9;
const NOBODY_ANSWERED = "Record labels could not be looked up: the services that know them did not answer.";

/** For a playlist from a file, which no reading does it for. @returns begins it, once what it is of is stored */
export function beginLabels(tx: Tx, services: Services, id: PlaylistId): () => void {
  if (codesToAsk(tx, id).length === 0) return () => undefined;
  const start = services.playlistJobs.beginLabels(tx, id);
  return () => {
    const job = start();
    findLabels(services, id, job).catch((error: unknown) => tellFailure(services, job, error));
  };
}

/** Asks for the labels that its source does not tell, one recording after the other, and stores with each how far it is. */
export async function findLabels(services: Services, id: PlaylistId, job: JobHandle): Promise<void> {
  const open = codesToAsk(services.db, id).length;
  const before = job.now();
  // What was looked for before a restart counts.
  const total = before?.is === "labels" ? Math.max(before.total ?? 0, open) : open;
  job.tell({ is: "labels", done: total - open, total });
  await askAlbums(services, id, job, total);
  if (isOver(job)) return;
  // What only one that is away may know holds up nothing that the others know: the playlist may be read anew before the wait is over.
  if ((await askCodes(services, id, job, { total, waits: false })) === null) return;
  const missing = await askCodes(services, id, job, { total, waits: true });
  if (missing === null) return;
  end(services, id, job, missing === 0 ? null : `${missingText(missing)} ${laterText(job, id)}`);
}

interface Pass {
  readonly total: number;
  /** For one that is away, also where others have answered; else what it may know is passed over. */
  readonly waits: boolean;
}

/** @returns how many may be known to one that did not answer; null: it is over, or nobody answers, which is told */
async function askCodes(services: Services, id: PlaylistId, job: JobHandle, { total, waits }: Pass): Promise<number | null> {
  const codes = codesToAsk(services.db, id);
  const patience = { isSpent: false };
  let done = total - codes.length;
  let missing = 0;
  for (const code of codes) {
    const found = await patiently(services, code, waits ? patience : { isSpent: true }, job.signal);
    if (isOver(job)) return null;
    if (found === null) {
      end(services, id, job, `${NOBODY_ANSWERED} ${laterText(job, id, GOES_ON)}`);
      return null;
    }
    if (isMissing(found)) missing++;
    if (isMissing(found) && !waits) continue;
    done++;
    // It is asked for when the playlist is read again.
    const askedAt = isMissing(found) ? null : new Date(services.clock.nowMs());
    commit(services, (tx) => {
      putLabel(tx, and(eq(playlistEntries.playlistId, id), eq(playlistEntries.isrcCode, code.isrc)), found.label, askedAt);
      job.tell({ done }, tx);
      if (done % TOLD_EVERY === 0) changed(tx, "playlists", id, "never");
    });
  }
  return missing;
}

/** It may have been cancelled, read anew, or deleted, meanwhile. */
const isOver = (job: JobHandle) => job.signal.aborted || job.now() === null;

/** Spotify's albums first, of which one call tells twenty. What it does not tell, or not now, the others are asked for. */
async function askAlbums(services: Services, id: PlaylistId, job: JobHandle, total: number): Promise<void> {
  const { isrcCode, playlistId, spotifyAlbumId } = playlistEntries;
  const sought = albumsToAsk(services.db, id);
  for (let at = 0; at < sought.length; at += ALBUMS) {
    const albumIds = sought.slice(at, at + ALBUMS);
    const labels = await labelsOfAlbums(services, albumIds, job.signal);
    if (labels === null || isOver(job)) return;
    const askedAt = new Date(services.clock.nowMs());
    commit(services, (tx) => {
      for (const albumId of albumIds) {
        const label = labels.get(albumId) ?? null;
        const ofAlbum = and(eq(playlistId, id), eq(spotifyAlbumId, albumId));
        // What has a code is asked of the others.
        putLabel(tx, label === null ? and(ofAlbum, isNull(isrcCode)) : ofAlbum, label, askedAt);
      }
      job.tell({ done: total - codesToAsk(tx, id).length }, tx);
      if (at % ALBUMS_TOLD_EVERY === 0 || at + ALBUMS >= sought.length) changed(tx, "playlists", id, "never");
    });
  }
}

/** null: Spotify does not tell them, or not now. */
async function labelsOfAlbums(services: Services, albumIds: readonly string[], signal: AbortSignal) {
  try {
    return await services.spotify.albumLabels(tokenSource(services), albumIds, signal);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const missingText = (count: number) =>
  `The labels of ${count.toLocaleString("en")} ${count === 1 ? "recording" : "recordings"} could not be looked up: a service that knows some did not answer.`;

/** What was told before, of what was left out, stays. */
function end(services: Services, id: PlaylistId, job: JobHandle, told: string | null): void {
  const sentences = [job.now()?.sentence ?? null, told].filter((each) => each !== null);
  commit(services, (tx) => {
    job.tell({ is: "done", sentence: sentences.join(" ") || null }, tx);
    changed(tx, "playlists", id, "never");
  });
}

/** Nobody has been asked for the labels of these yet, in the order of the playlist. */
function unasked(db: Db | Tx, id: PlaylistId) {
  const { durationMs, isrcCode, labelAskedAt, recordLabel, playlistId, position, spotifyAlbumId } = playlistEntries;
  const which = and(eq(playlistId, id), isNull(recordLabel), isNull(labelAskedAt));
  return db.select({ durationMs, isrcCode, spotifyAlbumId }).from(playlistEntries).where(which).orderBy(asc(position)).all();
}

/** Each once. */
const albumsToAsk = (db: Db, id: PlaylistId) => [...new Set(unasked(db, id).flatMap((row) => row.spotifyAlbumId ?? []))];

/** Each once. */
function codesToAsk(db: Db | Tx, id: PlaylistId): SoughtLabel[] {
  const codes = new Map<string, SoughtLabel>();
  for (const row of unasked(db, id)) {
    if (row.isrcCode !== null && !codes.has(row.isrcCode)) codes.set(row.isrcCode, { isrc: row.isrcCode, durationMs: row.durationMs });
  }
  return [...codes.values()];
}

/** One that did not answer may know it. */
const isMissing = ({ label, silent }: FoundLabel) => label === null && silent > 0;

/** Waits while nobody answers; for one that is away until that is spent, and then no more until all have answered again. null: nobody answers. */
async function patiently(
  { db, recordings }: Services,
  sought: SoughtLabel,
  patience: { isSpent: boolean },
  signal: AbortSignal,
): Promise<FoundLabel | null> {
  const own = db
    .select({ label: tracks.recordLabel })
    .from(tracks)
    .where(and(eq(tracks.isrcKey, sought.isrc), isNotNull(tracks.recordLabel)))
    .get();
  if (own) return { label: own.label, answered: 1, silent: 0 };
  for (let pauses = 0; ; pauses++) {
    const found = await recordings.findLabel(sought, signal);
    if (found.silent === 0) patience.isSpent = false;
    if (signal.aborted || !isMissing(found)) return found;
    if (pauses === PAUSES_MAX) patience.isSpent = true;
    if (found.answered > 0 && patience.isSpent) return found;
    if (pauses === PAUSES_MAX) return null;
    await paused(backOffMs(PAUSES, pauses), signal);
  }
}

/** @param which of the entries @param label null: nobody knows it @param labelAskedAt null: not all have answered */
function putLabel(tx: Tx, which: SQL | undefined, label: string | null, labelAskedAt: Date | null): void {
  const { recordLabel, trackId } = playlistEntries;
  tx.update(playlistEntries)
    .set({ recordLabel: label, labelAskedAt })
    .where(and(which, isNull(recordLabel)))
    .run();
  if (label === null) return;
  // They may have been imported before it was found.
  const linked = tx
    .select({ trackId })
    .from(playlistEntries)
    .where(and(which, isNotNull(trackId)));
  const filled = tx
    .update(tracks)
    .set({ recordLabel: label, revision: sql`${tracks.revision} + 1` })
    .where(and(inArray(tracks.id, linked), isNull(tracks.recordLabel)))
    .returning({ id: tracks.id })
    .all();
  for (const track of filled) changed(tx, "tracks", track.id, "soon");
}
