import type { SessionEnd, UserId } from "@nightjar/contract";
import { endedSessions, sessions } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, lte, ne } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { dropGrantRequestsOf } from "../grants/grant-requests.ts";

/** Longer than that nobody remembers, and the token is no better known than one that never was. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Ends stored sessions; who comes with the token of one of them is told why. */
function endWhere(tx: Db | Tx, which: SQL | undefined, why: SessionEnd, now: Date): void {
  const ended = tx.select({ token: sessions.token }).from(sessions).where(which).all();
  for (const { token } of ended) tx.insert(endedSessions).values({ token, why, endedAt: now }).onConflictDoNothing().run();
  tx.delete(sessions).where(which).run();
}

export function endSessionsOf(tx: Db | Tx, userId: UserId, why: SessionEnd, now: Date, except?: string): void {
  const ofUser = eq(sessions.userId, userId);
  endWhere(tx, except === undefined ? ofUser : and(ofUser, ne(sessions.token, except)), why, now);
  dropGrantRequestsOf(tx, userId);
}

/** The one that has run out. */
export function expireSession(tx: Db | Tx, key: string, now: Date): void {
  endWhere(tx, eq(sessions.token, key), "expired", now);
}

/** All that have run out; and what is remembered of those that ended long ago goes. */
export function sweepSessions(tx: Db | Tx, now: Date): void {
  endWhere(tx, lte(sessions.expiresAt, now), "expired", now);
  tx.delete(endedSessions)
    .where(lte(endedSessions.endedAt, new Date(now.getTime() - KEPT_MS)))
    .run();
}

/** @param key the hash of a token */
export function whyEnded(db: Db, key: string): SessionEnd | null {
  return db.select({ why: endedSessions.why }).from(endedSessions).where(eq(endedSessions.token, key)).get()?.why ?? null;
}
