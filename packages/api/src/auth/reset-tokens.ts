import { RESET_LIFETIME_MS } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import { passwordResets } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq, lte } from "drizzle-orm";
import { createHash, randomBytes } from "node:crypto";

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

export interface ResetToken {
  /** Stored nowhere. */
  readonly token: string;
  readonly expiresAt: Date;
}

export function newResetToken(nowMs: number): ResetToken {
  return { token: randomBytes(32).toString("base64url"), expiresAt: new Date(nowMs + RESET_LIFETIME_MS) };
}

/** @param userId null: of nobody; written all the same */
export function storeResetToken(tx: Tx, userId: UserId | null, { token, expiresAt }: ResetToken): void {
  tx.insert(passwordResets)
    .values({ token: hashOf(token), userId, expiresAt })
    .run();
}

export function dropResetTokensOf(tx: Tx, userId: UserId): void {
  tx.delete(passwordResets).where(eq(passwordResets.userId, userId)).run();
}

/** Uses a token up. @returns whose it is; null: it is used, old, or never was */
export function takeResetToken(tx: Tx, token: string, nowMs: number): UserId | null {
  const row = tx
    .delete(passwordResets)
    .where(eq(passwordResets.token, hashOf(token)))
    .returning()
    .get();
  return row && row.expiresAt.getTime() > nowMs ? row.userId : null;
}

export function sweepResetTokens(db: Db, nowMs: number): void {
  db.delete(passwordResets)
    .where(lte(passwordResets.expiresAt, new Date(nowMs)))
    .run();
}

/** In the fragment, which browsers send to no server: a token stands in no log. */
export const resetPath = (token: string) => `/reset-password#${token}`;
