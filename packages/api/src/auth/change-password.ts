import { AppError, changePasswordInput, messageOutput } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineChange } from "../verb.ts";
import { assertRoomInLine, hashPassword, verifyPassword } from "./passwords.ts";
import { dropResetTokensOf } from "./reset-tokens.ts";

const WRONG = "Current password is incorrect";
const wrongPassword = () => new AppError("invalid-input", WRONG, { issues: [{ path: "currentPassword", message: WRONG }] });

export const changePassword = defineChange({
  name: "auth.changePassword",
  access: "approved",
  input: changePasswordInput,
  output: messageOutput,
  async prepare({ ctx, input }) {
    const { db, loginGuard } = ctx.services;
    const { user } = ctx.principal;
    const address = ctx.request.clientAddress;
    assertRoomInLine("known");
    loginGuard.begin(address, `change\n${user.email}`);
    const verified = passwordOf(db, user.id);
    if (!(await verifyPassword(verified, input.currentPassword, "known"))) throw wrongPassword();
    loginGuard.succeeded(address, `change\n${user.email}`);
    return { verified, password: await hashPassword(input.newPassword, "known") };
  },
  commit(tx, { ctx, prepared: { verified, password } }) {
    const { user, sessionKey } = ctx.principal;
    // Set anew meanwhile, as by a link: who did that must not find it changed again by the one before.
    if (passwordOf(tx, user.id) !== verified) throw wrongPassword();
    tx.update(users).set({ password }).where(eq(users.id, user.id)).run();
    dropResetTokensOf(tx, user.id);
    ctx.services.sessions.end(tx, user.id, "password-changed", sessionKey);
    return { message: "Password updated" };
  },
});

/** null: the account is gone. */
const passwordOf = (db: Db | Tx, id: UserId): string | null =>
  db.select({ password: users.password }).from(users).where(eq(users.id, id)).get()?.password ?? null;
