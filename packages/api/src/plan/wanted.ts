import type { StreamId } from "@nightjar/contract";
import { streamSessions } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, isNull } from "drizzle-orm";
import { endedStream } from "../changes.ts";

export const openSessionOf = (id: StreamId) => and(eq(streamSessions.streamId, id), isNull(streamSessions.stoppedAt));

/** The session that is wanted on air; null: off is wanted. */
export function openSession(db: Db | Tx, id: StreamId) {
  return db.select().from(streamSessions).where(openSessionOf(id)).get() ?? null;
}

/** @returns false when it was off already */
export function endSession(tx: Tx, id: StreamId, at: Date): boolean {
  const { changes } = tx.update(streamSessions).set({ stoppedAt: at }).where(openSessionOf(id)).run();
  if (changes > 0) endedStream(tx, id);
  return changes > 0;
}

export function wantedStreams(db: Db | Tx): StreamId[] {
  const rows = db.select({ id: streamSessions.streamId }).from(streamSessions).where(isNull(streamSessions.stoppedAt)).all();
  return rows.map((row) => row.id);
}
