import type { SessionId, StreamId } from "@nightjar/contract";
import { sessionId } from "@nightjar/contract";
import { streamSessions } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { count, eq } from "drizzle-orm";
import { createHash } from "node:crypto";

/**
 * The session that the next Start begins. Known before, and the same after a restart: it decides what shuffling plays first, which
 * is prepared while the stream is off air.
 */
export function nextSession(db: Db | Tx, id: StreamId): SessionId {
  const before = db.select({ sessions: count() }).from(streamSessions).where(eq(streamSessions.streamId, id)).get();
  for (let number = (before?.sessions ?? 0) + 1; ; number += 1) {
    const next = nthSession(id, number);
    if (!db.select({ id: streamSessions.id }).from(streamSessions).where(eq(streamSessions.id, next)).get()) return next;
  }
}

/** A UUID of version 8: made by a rule of ours. */
function nthSession(id: StreamId, number: number): SessionId {
  const hex = createHash("sha256").update(`${id}\0${number}`).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)];
  return sessionId.parse(parts.join("-"));
}
