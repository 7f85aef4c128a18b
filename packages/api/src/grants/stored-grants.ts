import { AppError } from "@nightjar/contract";
import type { GrantId, GrantService, UserId } from "@nightjar/contract";
import { grants, streams, ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { changed } from "../changes.ts";
import type { SecretBox } from "../ports.ts";
import { NOT_APPROVED, mayGrant } from "./grant-requests.ts";
import type { GrantedTokens } from "./port.ts";

export interface NewGrant {
  readonly service: GrantService;
  readonly grantedBy: UserId;
  readonly tokens: GrantedTokens;
  readonly nowMs: number;
}

/** What the columns of tokens hold. Services give no refresh token with a refresh: the one before stays. */
export function tokenColumns(secrets: SecretBox, { accessToken, refreshToken, expiresInMs }: GrantedTokens, nowMs: number) {
  return {
    accessTokenSealed: secrets.seal(accessToken),
    ...(refreshToken === null ? {} : { refreshTokenSealed: secrets.seal(refreshToken) }),
    expiresAt: expiresInMs === null ? null : new Date(nowMs + expiresInMs),
    lostAt: null,
  };
}

/** @throws AppError where whoever gives it was rejected or deleted while the service was asked */
export function storeGrant(tx: Tx, secrets: SecretBox, { service, grantedBy, tokens, nowMs }: NewGrant): GrantId {
  if (!mayGrant(tx, grantedBy)) throw new AppError("invalid-input", NOT_APPROVED);
  const values = { service, grantedBy, ...tokenColumns(secrets, tokens, nowMs) };
  return tx.insert(grants).values(values).returning({ id: grants.id }).get().id;
}

/**
 * Says whose a grant is. An account has one grant: what older one it had gives way to this one, with all streams that went by it, so that
 * one connection made again is enough for all of them.
 */
export function nameAccount(tx: Tx, id: GrantId, account: string): void {
  const own = tx.select().from(grants).where(eq(grants.id, id)).get();
  if (!own || own.account === account) return;
  const older = tx
    .select({ id: grants.id })
    .from(grants)
    .where(and(eq(grants.service, own.service), eq(grants.account, account)))
    .get();
  if (older) {
    const moved = tx.update(streams).set({ ytGrantId: id }).where(eq(streams.ytGrantId, older.id)).returning({ id: streams.id }).all();
    for (const stream of moved) changed(tx, "streams", stream.id, "never");
    tx.update(ytBroadcasts).set({ grantId: id }).where(eq(ytBroadcasts.grantId, older.id)).run();
    tx.delete(grants).where(eq(grants.id, older.id)).run();
  }
  tx.update(grants).set({ account }).where(eq(grants.id, id)).run();
}

export type StoredGrant = typeof grants.$inferSelect;
export const readGrant = (db: Db | Tx, id: GrantId): StoredGrant | null => db.select().from(grants).where(eq(grants.id, id)).get() ?? null;

/** Nobody wants it any more. */
export function endGrant(tx: Tx, id: GrantId, at: Date): void {
  tx.update(grants).set({ endedAt: at }).where(eq(grants.id, id)).run();
}

/** Ended and not given back yet. */
export function endedGrants(db: Db | Tx, service: GrantService): GrantId[] {
  const which = and(eq(grants.service, service), isNotNull(grants.endedAt));
  return db
    .select({ id: grants.id })
    .from(grants)
    .where(which)
    .all()
    .map(({ id }) => id);
}

/** Whether another grant that is in use is the same account's, for to revoke one ends all that the account gave us. perhaps: whose one of them is, is not known. */
export function isInUseBeside(db: Db | Tx, { id, service, account }: StoredGrant): "yes" | "perhaps" | "no" {
  const inUse = and(eq(grants.service, service), ne(grants.id, id), isNull(grants.endedAt));
  const others = db.select({ account: grants.account }).from(grants).where(inUse).all();
  if (account !== null && others.some((other) => other.account === account)) return "yes";
  return others.some((other) => account === null || other.account === null) ? "perhaps" : "no";
}
