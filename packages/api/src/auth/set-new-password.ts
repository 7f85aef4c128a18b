import type { UserId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { dropResetTokensOf } from "./reset-tokens.ts";
import type { Sessions } from "./sessions.ts";

/** A password that was not changed by somebody who knew the one before: whoever is signed in is signed out, and no link works any more. */
export function setNewPassword(tx: Tx, sessions: Pick<Sessions, "end">, userId: UserId, hashed: string): void {
  tx.update(users).set({ password: hashed }).where(eq(users.id, userId)).run();
  dropResetTokensOf(tx, userId);
  sessions.end(tx, userId, "password-reset");
}
