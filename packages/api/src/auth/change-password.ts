import { AppError, changePasswordInput, messageOutput } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineVerb } from "../verb.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

export const changePassword = defineVerb({
  name: "auth.changePassword",
  access: "approved",
  kind: "change",
  input: changePasswordInput,
  output: messageOutput,
  async run({ ctx, input }) {
    const { db, loginGuard, sessions } = ctx.services;
    const { user, sessionKey } = ctx.principal;
    const address = ctx.request.clientAddress;
    loginGuard.begin(address, `change\n${user.email}`);
    const row = db.select({ password: users.password }).from(users).where(eq(users.id, user.id)).get();
    if (!(await verifyPassword(row?.password ?? null, input.currentPassword))) {
      throw new AppError("invalid-input", "Current password is incorrect", {
        issues: [{ path: "currentPassword", message: "Current password is incorrect" }],
      });
    }
    loginGuard.succeeded(address, `change\n${user.email}`);
    const password = await hashPassword(input.newPassword);
    db.update(users).set({ password }).where(eq(users.id, user.id)).run();
    sessions.endAll(user.id, "password-changed", sessionKey);
    return { message: "Password updated" };
  },
});
