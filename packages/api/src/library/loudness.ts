import { levelNote } from "@nightjar/contract";
import type { Loudness, TrackId } from "@nightjar/contract";
import { audioFiles, streams, tracks } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq, inArray } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { loudnessOf } from "../plan/loudness-of.ts";
import { streamsHolding } from "../plan/streams-showing.ts";

/** Queues the measuring of one file, unless it is measured already. */
export function measureInBackground(services: Services, sha256: string): void {
  const row = services.db.select().from(audioFiles).where(eq(audioFiles.sha256, sha256)).get();
  if (row?.loudnessState !== "pending") return;
  services.jobs.background(`loudness:${sha256}`, (signal) => measure(services, row, signal));
}

/** At start: whatever was not measured when we went down. */
export function measureAllPending(services: Services): void {
  const rows = services.db.select({ sha256: audioFiles.sha256 }).from(audioFiles).where(eq(audioFiles.loudnessState, "pending")).all();
  for (const row of rows) measureInBackground(services, row.sha256);
}

type FileRow = typeof audioFiles.$inferSelect;

async function measure(services: Services, row: FileRow, signal: AbortSignal): Promise<void> {
  const { db, files, log, media } = services;
  // Swept while it waited for its turn.
  if (!db.select().from(audioFiles).where(eq(audioFiles.sha256, row.sha256)).get()) return;
  try {
    const loudness = await media.measureLoudness(files.path("audio", `${row.sha256}.${row.extension}`), signal);
    store(services, row, { ...loudness, loudnessState: "measured" });
  } catch (error) {
    // Aborted by our own end: it stays pending and is measured at the next start.
    if (signal.aborted) return;
    log.warn({ err: error, sha256: row.sha256 }, "the loudness of a file could not be measured");
    store(services, row, { loudnessState: "failed" });
  }
}

/**
 * Files of an import are measured one after the other: what holds them is planned once for many. Told as what it is, not as a change of the
 * tracks: but for those of which a tracklist says from now on how loud they are, no screen shows it, and with each the open ones would read
 * their lists again.
 */
function store(services: Services, row: FileRow, values: Partial<FileRow>): void {
  const loudness = loudnessOf({ ...row, ...values });
  commit(services, (tx) => {
    tx.update(audioFiles).set(values).where(eq(audioFiles.sha256, row.sha256)).run();
    const holders = tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.audioSha256, row.sha256)).all();
    for (const { id } of holders) {
      changed(tx, "loudness", id, "soon");
      if (loudness && isNoted(tx, id, loudness)) changed(tx, "tracks", id, "soon");
    }
  });
}

/** Whether the tracklist of a stream tells of this track that it cannot be as loud as the others. */
function isNoted(tx: Tx, id: TrackId, loudness: Loudness): boolean {
  const holding = tx
    .select({ targetLufs: streams.targetLufs })
    .from(streams)
    .where(inArray(streams.id, streamsHolding(tx, id)))
    .all();
  return holding.some(({ targetLufs }) => levelNote(loudness, targetLufs) !== null);
}
