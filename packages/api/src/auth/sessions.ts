import { SESSION_COOKIE, SESSION_LIFETIME_MS } from "@nightjar/contract";
import type { UserId as AccountId, SessionEnd } from "@nightjar/contract";
import type { Db, Tx } from "@nightjar/db";
import { Lucia, TimeSpan } from "lucia";
import { endedSignIns } from "../changes.ts";
import { createLuciaAdapter, createSessionReader, sessionKeyOf } from "./lucia-adapter.ts";
import type { Principal } from "../principal.ts";
import { endSessionsOf, whyEnded } from "./session-ends.ts";
import { SpareSessions } from "./spare-sessions.ts";
import { toUser } from "./user-shape.ts";
import type { UserRow } from "./user-shape.ts";

declare module "lucia" {
  interface Register {
    Lucia: Lucia<Record<never, never>, { row: UserRow }>;
    UserId: AccountId;
    DatabaseUserAttributes: UserRow;
  }
}

/** The only place that knows Lucia. */
export interface Sessions {
  /** @returns the token, which is stored nowhere */
  create(userId: AccountId): Promise<string>;
  /** Slides the session; null: there is none (any more). */
  validate(token: string): Promise<Principal | null>;
  /** The same as it stands in this moment, within a transaction too; slides nothing. */
  peek(token: string): Principal | null;
  /** Why the session of a token is no more; null: there never was one, or nobody remembers. */
  whyEnded(token: string): SessionEnd | null;
  /** Ends the sign-ins of an account, but for the one of that key; those that are not stored even where the rows cannot be written. */
  end(tx: Tx, userId: AccountId, why: SessionEnd, except?: string): void;
  /** After the commit: ends what runs under them, which is open event streams. */
  ended(userId: AccountId, except: string | null): void;
  /** Tells when the session is ended by us; returns the way to stop being told. */
  onEnd(principal: Principal, listener: () => void): () => void;
  sweepExpired(): Promise<void>;
}

interface Watch {
  readonly userId: AccountId;
  readonly sessionKey: string;
  readonly listener: () => void;
}

export function createSessions(db: Db): Sessions {
  const spares = new SpareSessions();
  const read = createSessionReader(db, spares);
  const lucia = new Lucia(createLuciaAdapter(db, spares, read), {
    sessionExpiresIn: new TimeSpan(SESSION_LIFETIME_MS, "ms"),
    sessionCookie: { name: SESSION_COOKIE, attributes: { sameSite: "strict" } },
    getUserAttributes: (row) => ({ row }),
  });
  const watches = new Set<Watch>();
  return {
    create: async (userId) => (await lucia.createSession(userId, {})).id,
    async validate(token) {
      const { user } = await lucia.validateSession(token);
      return user ? { user: toUser(user.row), sessionKey: sessionKeyOf(token) } : null;
    },
    peek(token) {
      const [, user] = read(token);
      return user ? { user: toUser(user.attributes), sessionKey: sessionKeyOf(token) } : null;
    },
    whyEnded: (token) => whyEnded(db, sessionKeyOf(token)),
    end(tx, userId, why, except) {
      spares.deleteOf(userId, except);
      endSessionsOf(tx, userId, why, new Date(), except);
      endedSignIns(tx, userId, except ?? null);
    },
    ended(userId, except) {
      for (const watch of [...watches]) {
        if (watch.userId === userId && watch.sessionKey !== except) watch.listener();
      }
    },
    onEnd(principal, listener) {
      const watch: Watch = { userId: principal.user.id, sessionKey: principal.sessionKey, listener };
      watches.add(watch);
      return () => watches.delete(watch);
    },
    sweepExpired: () => lucia.deleteExpiredSessions(),
  };
}
