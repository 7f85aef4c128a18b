import type { StreamId } from "@nightjar/contract";
import { streams, ytViewers } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, gt, lt, lte } from "drizzle-orm";
import { HOLD_MINUTES, MINUTE_MS } from "../plan/viewers-now.ts";

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
