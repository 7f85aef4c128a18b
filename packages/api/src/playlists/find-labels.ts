import type { PlaylistId } from "@nightjar/contract";
import { playlistEntries, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { backOffMs, paused } from "@nightjar/kit";
import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import type { FoundLabel, SoughtLabel } from "../recordings/recordings.ts";
import type { JobHandle } from "./playlist-jobs.ts";
import { tellFailure } from "./tell-failure.ts";

/** So many labels are looked for before the screens are told. */
const TOLD_EVERY = 25;
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
  const codes = codesToAsk(services.db, id);
  const before = job.now();
  // What was looked for before a restart counts.
  const total = before?.is === "labels" ? Math.max(before.total ?? 0, codes.length) : codes.length;
  job.tell({ is: "labels", done: total - codes.length, total });
  const patience = { isSpent: false };
  let missing = 0;
  for (const [at, code] of codes.entries()) {
    const found = await patiently(services, code, patience, job.signal);
    // It may have been read anew, or deleted, meanwhile.
    if (job.signal.aborted || job.now() === null) return;
    if (found === null) return end(services, id, job, `${NOBODY_ANSWERED} ${laterText(job, id, ": it goes on where it was")}`);
    if (isMissing(found)) missing++;
    commit(services, (tx) => {
      putLabel(tx, { id, code: code.isrc, found, at: new Date(services.clock.nowMs()) });
      job.tell({ done: total - codes.length + at + 1 }, tx);
      if (at % TOLD_EVERY === TOLD_EVERY - 1) changed(tx, "playlists", id, "never");
    });
  }
  end(services, id, job, missing === 0 ? null : `${missingText(missing)} ${laterText(job, id)}`);
}

const missingText = (count: number) =>
  `The labels of ${count.toLocaleString("en")} ${count === 1 ? "recording" : "recordings"} could not be looked up: a service that knows some did not answer.`;
/** Only Spotify's can be read again. */
const laterText = (job: JobHandle, id: PlaylistId, how = "") =>
  job.id === id ? "Import its file again later." : `Analyze the playlist again later${how}.`;

/** What was told before, of what was left out, stays. */
function end(services: Services, id: PlaylistId, job: JobHandle, told: string | null): void {
  const sentences = [job.now()?.sentence ?? null, told].filter((each) => each !== null);
  commit(services, (tx) => {
    job.tell({ is: "done", sentence: sentences.join(" ") || null }, tx);
    changed(tx, "playlists", id, "never");
  });
}

/** Each once, in the order of the playlist. */
function codesToAsk(db: Db | Tx, id: PlaylistId): SoughtLabel[] {
  const { durationMs, isrcCode, labelAskedAt, recordLabel, playlistId, position } = playlistEntries;
  const unlabelled = and(eq(playlistId, id), isNull(recordLabel), isNull(labelAskedAt), isNotNull(isrcCode));
  const rows = db.select({ isrcCode, durationMs }).from(playlistEntries).where(unlabelled).orderBy(asc(position)).all();
  const codes = new Map<string, SoughtLabel>();
  for (const row of rows) {
    if (row.isrcCode !== null && !codes.has(row.isrcCode)) codes.set(row.isrcCode, { isrc: row.isrcCode, durationMs: row.durationMs });
  }
  return [...codes.values()];
}

/** One that did not answer may know it. */
const isMissing = ({ label, silent }: FoundLabel) => label === null && silent > 0;

/** Waits for a service that is away, and then no more until all have answered again. null: nobody answers, however long one waits. */
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

function putLabel(tx: Tx, { id, code, found, at }: { id: PlaylistId; code: string; found: FoundLabel; at: Date }): void {
  const { isrcCode, playlistId, recordLabel, trackId } = playlistEntries;
  const ofCode = and(eq(playlistId, id), eq(isrcCode, code));
  // It is asked for when the playlist is read again.
  const labelAskedAt = isMissing(found) ? null : at;
  tx.update(playlistEntries)
    .set({ recordLabel: found.label, labelAskedAt })
    .where(and(ofCode, isNull(recordLabel)))
    .run();
  if (found.label === null) return;
  // They may have been imported before it was found.
  const linked = tx
    .select({ trackId })
    .from(playlistEntries)
    .where(and(ofCode, isNotNull(trackId)));
  const filled = tx
    .update(tracks)
    .set({ recordLabel: found.label, revision: sql`${tracks.revision} + 1` })
    .where(and(inArray(tracks.id, linked), isNull(tracks.recordLabel)))
    .returning({ id: tracks.id })
    .all();
  for (const track of filled) changed(tx, "tracks", track.id, "soon");
}
