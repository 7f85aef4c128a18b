import type { PlaylistId } from "@nightjar/contract";
import { playlistEntries, tracks } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { backOffMs, paused } from "@nightjar/kit";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import type { FoundLabel } from "../recordings/recordings.ts";
import type { JobHandle } from "./playlist-jobs.ts";

/** So many labels are looked for before the screens are told. */
const TOLD_EVERY = 25;
/** While nobody answers. Together they are five minutes. */
const PAUSES = { firstMs: 5000, longestMs: 60_000 };
const TRIES = 9;
const NOBODY_ANSWERED =
  "Record labels could not be looked up: the services that know them did not answer. Analyze the playlist again later: it goes on where it was.";

/** Asks for the labels that Spotify does not tell, one recording after the other, and stores with each how far it is. */
export async function findLabels(services: Services, id: PlaylistId, job: JobHandle): Promise<void> {
  const codes = codesToAsk(services.db, id);
  const before = job.now();
  // What was looked for before a restart counts.
  const total = before?.is === "labels" ? Math.max(before.total ?? 0, codes.length) : codes.length;
  job.tell({ is: "labels", done: total - codes.length, total });
  for (const [at, code] of codes.entries()) {
    const found = await patiently(services, code, job.signal);
    // It may have been read anew, or deleted, meanwhile.
    if (job.signal.aborted || job.now() === null) return;
    if (found === null) return job.tell({ is: "done", sentence: NOBODY_ANSWERED });
    commit(services, (tx) => {
      putLabel(tx, { id, code, found, at: new Date(services.clock.nowMs()) });
      job.tell({ done: total - codes.length + at + 1 }, tx);
      if (at === codes.length - 1 || at % TOLD_EVERY === TOLD_EVERY - 1) changed(tx, "playlists", id, "never");
    });
  }
  job.tell({ is: "done" });
}

/** Each once, in the order of the playlist. */
function codesToAsk(db: Db, id: PlaylistId): string[] {
  const { isrcCode, labelAskedAt, recordLabel, playlistId, position } = playlistEntries;
  const unlabelled = and(eq(playlistId, id), isNull(recordLabel), isNull(labelAskedAt), isNotNull(isrcCode));
  const rows = db.select({ isrcCode }).from(playlistEntries).where(unlabelled).orderBy(asc(position)).all();
  return [...new Set(rows.flatMap((row) => row.isrcCode ?? []))];
}

/** null: nobody answers, however long one waits. */
async function patiently({ db, recordings }: Services, code: string, signal: AbortSignal): Promise<FoundLabel | null> {
  const own = db
    .select({ label: tracks.recordLabel })
    .from(tracks)
    .where(and(eq(tracks.isrcKey, code), isNotNull(tracks.recordLabel)))
    .get();
  if (own) return { label: own.label, answered: 1, silent: 0 };
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    const found = await recordings.findLabel(code);
    if (found.answered > 0 || found.silent === 0) return found;
    await paused(backOffMs(PAUSES, tries), signal);
  }
  return null;
}

function putLabel(tx: Tx, { id, code, found, at }: { id: PlaylistId; code: string; found: FoundLabel; at: Date }): void {
  const { isrcCode, playlistId, recordLabel } = playlistEntries;
  // One that did not answer may know it: it is asked when the playlist is read again.
  const labelAskedAt = found.label === null && found.silent > 0 ? null : at;
  tx.update(playlistEntries)
    .set({ recordLabel: found.label, labelAskedAt })
    .where(and(eq(playlistId, id), eq(isrcCode, code), isNull(recordLabel)))
    .run();
}
