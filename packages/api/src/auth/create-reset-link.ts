import { resetLinkOutput, userId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { defineChange } from "../verb.ts";
import { noSuchUser } from "./admin-rules.ts";
import { dropResetTokensOf, newResetToken, resetPath, storeResetToken } from "./reset-tokens.ts";

/** For an administrator to hand over: a link by which somebody sets a new password, shown this once. */
export const createResetLink = defineChange({
  name: "admin.createResetLink",
  access: "admin",
  input: z.object({ userId }),
  output: resetLinkOutput,
  tellsToken: true,
  subject: (input) => input.userId,
  commit(tx, { ctx, input }) {
    if (!tx.select({ id: users.id }).from(users).where(eq(users.id, input.userId)).get()) throw noSuchUser();
    const made = newResetToken(ctx.services.clock.nowMs());
    // An administrator knows who asks: what may lie in another's hands ends.
    dropResetTokensOf(tx, input.userId);
    storeResetToken(tx, input.userId, made);
    return { path: resetPath(made.token), expiresAt: made.expiresAt.toISOString() };
  },
});
