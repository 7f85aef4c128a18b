import { sessions, users } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq, lte } from "drizzle-orm";
import type { Adapter, DatabaseSession } from "lucia";
import { createHash } from "node:crypto";

/** What the database knows of a token. */
export const sessionKeyOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Lucia's storage on our tables. What it calls a session's id is the token: only its hash is stored. */
export function createLuciaAdapter(db: Db): Adapter {
  const ofToken = (token: string) => eq(sessions.token, sessionKeyOf(token));
  return {
    async getSessionAndUser(token) {
      const row = db.select().from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(ofToken(token)).get();
      if (!row) return [null, null];
      return [
        { id: token, userId: row.users.id, expiresAt: row.sessions.expiresAt, attributes: {} },
        { id: row.users.id, attributes: row.users },
      ];
    },
    async getUserSessions(userId): Promise<DatabaseSession[]> {
      const rows = db.select().from(sessions).where(eq(sessions.userId, userId)).all();
      // The token of a stored session is unknown to us: its hash stands in.
      return rows.map((row) => ({ id: row.token, userId: row.userId, expiresAt: row.expiresAt, attributes: {} }));
    },
    async setSession(session) {
      const { userId, expiresAt } = session;
      db.insert(sessions)
        .values({ userId, expiresAt, token: sessionKeyOf(session.id) })
        .run();
    },
    async updateSessionExpiration(token, expiresAt) {
      db.update(sessions).set({ expiresAt }).where(ofToken(token)).run();
    },
    async deleteSession(token) {
      db.delete(sessions).where(ofToken(token)).run();
    },
    async deleteUserSessions(userId) {
      db.delete(sessions).where(eq(sessions.userId, userId)).run();
    },
    async deleteExpiredSessions() {
      db.delete(sessions).where(lte(sessions.expiresAt, new Date())).run();
    },
  };
}
