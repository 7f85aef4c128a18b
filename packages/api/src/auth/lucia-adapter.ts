import { sessions, users } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq, sql } from "drizzle-orm";
import type { Adapter, DatabaseSession } from "lucia";
import { createHash } from "node:crypto";
import { isDiskFull } from "../disk-full.ts";
import { expireSession, sweepSessions } from "./session-ends.ts";
import { SpareSessions } from "./spare-sessions.ts";

/** What the database knows of a token. */
export const sessionKeyOf = (token: string) => createHash("sha256").update(token).digest("hex");

type Read = (token: string) => Awaited<ReturnType<Adapter["getSessionAndUser"]>>;

/** The session of a token and whose it is, as they stand now. */
export function createSessionReader(db: Db, spares: SpareSessions): Read {
  // Asked at each call: put together once.
  const withUser = db
    .select()
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, sql.placeholder("token")))
    .prepare();
  return (token) => {
    const row = withUser.get({ token: sessionKeyOf(token) });
    if (!row) return readSpare(db, spares, token);
    return [
      { id: token, userId: row.users.id, expiresAt: row.sessions.expiresAt, attributes: {} },
      { id: row.users.id, attributes: row.users },
    ];
  };
}

/** Lucia's storage on our tables. What it calls a session's id is the token: only its hash is stored. */
export function createLuciaAdapter(db: Db, spares = new SpareSessions(), read = createSessionReader(db, spares)): Adapter {
  const ofToken = (token: string) => eq(sessions.token, sessionKeyOf(token));
  return {
    getSessionAndUser: async (token) => read(token),
    async getUserSessions(userId): Promise<DatabaseSession[]> {
      const rows = db.select().from(sessions).where(eq(sessions.userId, userId)).all();
      // The token of a stored session is unknown to us: its hash stands in.
      return rows.map((row) => ({ id: row.token, userId: row.userId, expiresAt: row.expiresAt, attributes: {} }));
    },
    async setSession({ id, userId, expiresAt }) {
      const token = sessionKeyOf(id);
      unlessFull(
        () => db.insert(sessions).values({ userId, expiresAt, token }).run(),
        () => spares.add(token, { userId, expiresAt }),
      );
    },
    async updateSessionExpiration(token, expiresAt) {
      const spare = spares.get(sessionKeyOf(token));
      if (spare) spare.expiresAt = expiresAt;
      // Not slid today, it is slid at a later call.
      else unlessFull(() => db.update(sessions).set({ expiresAt }).where(ofToken(token)).run());
    },
    async deleteSession(token) {
      spares.delete(sessionKeyOf(token));
      // Lucia deletes what has run out, which is refused with or without its row.
      unlessFull(() => db.transaction((tx) => expireSession(tx, sessionKeyOf(token), new Date())));
    },
    async deleteUserSessions(userId) {
      spares.deleteOf(userId);
      db.delete(sessions).where(eq(sessions.userId, userId)).run();
    },
    async deleteExpiredSessions() {
      spares.deleteExpired(new Date());
      db.transaction((tx) => sweepSessions(tx, new Date()));
    },
  };
}

function readSpare(db: Db, spares: SpareSessions, token: string): ReturnType<Read> {
  const spare = spares.get(sessionKeyOf(token));
  const user = spare && db.select().from(users).where(eq(users.id, spare.userId)).get();
  if (!spare || !user) return [null, null];
  return [
    { id: token, userId: user.id, expiresAt: spare.expiresAt, attributes: {} },
    { id: user.id, attributes: user },
  ];
}

/** What can be done without on a full disk, or in another way. */
function unlessFull(write: () => unknown, instead: () => void = () => undefined): void {
  try {
    write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    instead();
  }
}
