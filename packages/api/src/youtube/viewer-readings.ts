import type { StreamId } from "@nightjar/contract";
import { streams, ytViewers } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, gt, lt, lte } from "drizzle-orm";
import { type Told, changed, commit } from "../changes.ts";
import { HOLD_MINUTES, MINUTE_MS, readViewersNow } from "../plan/viewers-now.ts";
import type { Clock } from "../ports.ts";
import { readRow } from "./rows.ts";

const KEPT_MINUTES = 7 * 24 * 60;
export const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS);

/** null: YouTube did not tell, or there is nobody to watch. */
export function storeReading(db: Db | Tx, id: StreamId, viewers: number | null, atMs: number): void {
  const minute = minuteOf(atMs);
  const { streamId: stream, minute: at } = ytViewers;
  db.insert(ytViewers)
    .values({ streamId: id, minute, viewers })
    .onConflictDoUpdate({ target: [stream, at], set: { viewers } })
    .run();
  db.delete(ytViewers)
    .where(lt(at, minute - KEPT_MINUTES))
    .run();
  // As long as this one holds, the end of the broadcast before this one would hide it, and so would what a clock told that was ahead.
  db.delete(ytViewers)
    .where(and(eq(stream, id), gt(at, minute), lte(at, minute + HOLD_MINUTES)))
    .run();
}

/** Nobody watches what has ended, and nothing is held over its end. */
export function endViewers(db: Db | Tx, id: StreamId, nowMs: number): void {
  db.update(streams).set({ viewerCount: 0 }).where(eq(streams.id, id)).run();
  storeReading(db, id, null, nowMs + MINUTE_MS);
}

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly follow: (told: Told) => void;
}

/** Takes a broadcast a step further. Who watches is told where the step alone makes that another: of one that goes live it is unknown, which no reading says. */
export async function toldOfViewers<T>(needs: Needs, rowId: string, step: () => Promise<T>): Promise<T> {
  const id = readRow(needs.db, rowId)?.streamId ?? null;
  if (id === null) return step();
  const shown = () => readViewersNow(needs.db, id, needs.clock.nowMs());
  const before = shown();
  const outcome = await step();
  if (shown() !== before) commit(needs, (tx) => changed(tx, "viewers", id, "soon"));
  return outcome;
}
