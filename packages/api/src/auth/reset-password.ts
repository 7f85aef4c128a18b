import { AppError, messageOutput, resetPasswordInput } from "@nightjar/contract";
import { defineChange } from "../verb.ts";
import { assertRoomInLine, hashPassword } from "./passwords.ts";
import { takeResetToken } from "./reset-tokens.ts";
import { setNewPassword } from "./set-new-password.ts";

const ATTEMPTS_PER_ADDRESS = 20;

/** Sets a new password by the token of a link, once; signs the account out everywhere. */
export const resetPassword = defineChange({
  name: "auth.resetPassword",
  access: "public",
  input: resetPasswordInput,
  output: messageOutput,
  subject: (_input, userId: string | null) => userId,
  prepare({ ctx, input }) {
    assertRoomInLine("stranger");
    ctx.services.loginGuard.limit("reset-use", ctx.request.clientAddress, ATTEMPTS_PER_ADDRESS);
    return hashPassword(input.newPassword);
  },
  commit(tx, { ctx, input, prepared: hashed }) {
    const { clock, sessions } = ctx.services;
    const userId = takeResetToken(tx, input.token, clock.nowMs());
    // One sentence for a link that is used, old or invented.
    if (userId === null) throw new AppError("invalid-input", "This link does not work any more. Ask for a new one.");
    setNewPassword(tx, sessions, userId, hashed);
    return userId;
  },
  after: () => ({ message: "Your new password is set. Sign in with it." }),
});
