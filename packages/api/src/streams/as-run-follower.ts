import { type JournalEntry, hasReachedSomebody } from "@nightjar/contract";
import { asRun, streams, tracks } from "@nightjar/db";
import { endOvertaken } from "./as-run-overtaken.ts";
import { readAsRunEntry } from "./as-run-rows.ts";
import type { Tx } from "@nightjar/db";
import { eq, sql } from "drizzle-orm";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { isTestId } from "../plan/test-plans.ts";

/** A database that cannot be written now can be later: the journal keeps what is not taken. */
const RETRY_MS = 5000;

/**
 * Takes the engine's journal into the as-run log: what is pending now, and what follows, at once. Acknowledged only when the commit
 * outlives a power cut; what is told again after a crash between the two changes nothing. @returns the way to stop
 */
export function followJournal(services: Services): () => void {
  const { db, engine, log } = services;
  let retry: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** Up to here it is taken and not acknowledged yet; 0: nothing is. */
  let waitingPosition = 0;
  const later = (error: unknown) => {
    log.error({ err: error }, "the as-run log could not be written");
    if (!isStopped) retry ??= setTimeout(take, RETRY_MS).unref();
  };
  const take = () => {
    if (retry) clearTimeout(retry);
    retry = null;
    try {
      const entries = engine.journal.pending().filter(({ position }) => position > waitingPosition);
      const last = entries.at(-1);
      if (!last) return;
      takeEntries(services, entries);
      waitingPosition = last.position;
      acknowledge(last.position).catch(later);
    } catch (error) {
      later(error);
    }
  };
  const acknowledge = async (position: number) => {
    try {
      await db.flushed();
    } finally {
      if (waitingPosition === position) waitingPosition = 0;
    }
    if (isStopped) return;
    engine.journal.acknowledge(position);
    // The next batch waits for the end of this one.
    take();
  };
  const unsubscribe = engine.journal.subscribe(take);
  take();
  endOvertakenOrLog(services);
  return () => {
    isStopped = true;
    unsubscribe();
    if (retry) clearTimeout(retry);
  };
}

/** One transaction; what a test has sounded is no part of the log. @throws when the database cannot be written: nothing of them is taken then */
function takeEntries(services: Services, entries: readonly JournalEntry[]): void {
  const taken = commit(services, (tx) => entries.filter((entry) => !isTestId(entry.streamId) && takeEntry(tx, entry)));
  for (const entry of taken) tell(services, entry);
}

/** With all that has changed: a track start is no reason to read a library again. */
function tell(services: Services, { entryId, streamId }: JournalEntry): void {
  const { db, live } = services;
  const entry = readAsRunEntry(services, entryId);
  if (!entry) return;
  const track = db.select({ playCount: tracks.playCount }).from(tracks).where(eq(tracks.id, entry.trackId)).get();
  const stream = db.select({ currentTrackId: streams.currentTrackId }).from(streams).where(eq(streams.id, streamId)).get();
  live.publish({ type: "as-run", entry, playCount: track?.playCount ?? null, currentTrackId: stream?.currentTrackId ?? null });
}

/** Entries stored by an earlier process that never heard of their end. */
function endOvertakenOrLog({ db, log }: Services): void {
  try {
    endOvertaken(db);
  } catch (error) {
    log.error({ err: error }, "entries of the as-run log that have no end could not be looked at");
  }
}

/** @returns false when it was taken before */
function takeEntry(tx: Tx, entry: JournalEntry): boolean {
  return entry.type === "started" ? takeStart(tx, entry) : takeEnd(tx, entry);
}

/** What nobody was sent was no play after all. */
function takeEnd(tx: Tx, { endedAt, entryId, destinations }: Extract<JournalEntry, { type: "ended" }>): boolean {
  const known = tx.select().from(asRun).where(eq(asRun.entryId, entryId)).get();
  if (!known) return false;
  const ended = { endedAt: new Date(endedAt), destinations: JSON.stringify(destinations) };
  tx.update(asRun).set(ended).where(eq(asRun.entryId, entryId)).run();
  const isFirst = known.endedAt === null;
  if (isFirst && !hasReachedSomebody({ startedAt: known.startedAt.toISOString(), endedAt, destinations })) {
    tx.update(tracks)
      .set({ playCount: sql`max(0, ${tracks.playCount} - 1)` })
      .where(eq(tracks.id, known.trackId))
      .run();
  }
  return true;
}

function takeStart(tx: Tx, entry: Extract<JournalEntry, { type: "started" }>): boolean {
  const { type: _type, position: _position, startedAt, ...values } = entry;
  const isNew = tx
    .insert(asRun)
    .values({ ...values, startedAt: new Date(startedAt) })
    .onConflictDoNothing()
    .run().changes;
  if (isNew === 0) return false;
  // Entries that nobody had told the end of: they are not told one by one.
  if (endOvertaken(tx, entry.streamId) > 0) changed(tx, "streams", entry.streamId, "never");
  const counted = tx
    .update(tracks)
    .set({ playCount: sql`${tracks.playCount} + 1` })
    .where(eq(tracks.id, entry.trackId))
    .run().changes;
  // The track may have been deleted while it sounded.
  if (counted > 0) tx.update(streams).set({ currentTrackId: entry.trackId }).where(eq(streams.id, entry.streamId)).run();
  return true;
}
