import { AppError, changePasswordInput, messageOutput } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineChange } from "../verb.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

export const changePassword = defineChange({
  name: "auth.changePassword",
  access: "approved",
  input: changePasswordInput,
  output: messageOutput,
  async prepare({ ctx, input }) {
    const { db, loginGuard } = ctx.services;
    const { user } = ctx.principal;
    const address = ctx.request.clientAddress;
    loginGuard.begin(address, `change\n${user.email}`);
    const row = db.select({ password: users.password }).from(users).where(eq(users.id, user.id)).get();
    if (!(await verifyPassword(row?.password ?? null, input.currentPassword))) {
      throw new AppError("invalid-input", "Current password is incorrect", {
        issues: [{ path: "currentPassword", message: "Current password is incorrect" }],
      });
    }
    loginGuard.succeeded(address, `change\n${user.email}`);
    return hashPassword(input.newPassword);
  },
  commit(tx, { ctx, prepared: password }) {
    const { user, sessionKey } = ctx.principal;
    tx.update(users).set({ password }).where(eq(users.id, user.id)).run();
    ctx.services.sessions.end(tx, user.id, "password-changed", sessionKey);
    return { message: "Password updated" };
  },
});
