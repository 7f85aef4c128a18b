import { AppError, messageOutput, requestResetInput } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { Services } from "../context.ts";
import { defineChange } from "../verb.ts";
import { newResetToken, resetPath, storeResetToken } from "./reset-tokens.ts";

interface Asked {
  /** null: nobody has that e-mail, or may not sign in. */
  readonly userId: UserId | null;
  readonly email: string;
  readonly token: string;
}

const REQUESTS_PER_ADDRESS = 20;
/** From wherever they come: nobody's mailbox is to be filled. */
const REQUESTS_PER_EMAIL = 5;

/** Asks for a mail with a link. Whether there is such an account shows neither in the answer nor in its time. */
export const requestReset = defineChange({
  name: "auth.requestReset",
  access: "public",
  input: requestResetInput,
  output: messageOutput,
  subject: (_input, asked: Asked | null) => asked?.userId ?? null,
  prepare({ ctx, input }) {
    const { clock, loginGuard, mailer } = ctx.services;
    if (!mailer.configured) throw new AppError("unavailable", "E-mail is not set up here. Ask an administrator for a link.");
    loginGuard.limit("reset", ctx.request.clientAddress, REQUESTS_PER_ADDRESS);
    loginGuard.limit("reset-mail", input.email.toLowerCase(), REQUESTS_PER_EMAIL);
    return newResetToken(clock.nowMs());
  },
  commit(tx, { input, prepared }): Asked {
    const email = input.email.toLowerCase();
    const row = tx.select().from(users).where(eq(users.email, email)).get();
    const userId = row === undefined || row.status === "rejected" ? null : row.id;
    storeResetToken(tx, userId, prepared);
    return { userId, email, token: prepared.token };
  },
  after({ ctx, committed }) {
    if (committed.userId !== null) sendLink(ctx.services, committed.email, committed.token);
    return { message: "If there is an account with this e-mail, a link to set a new password is on its way. It works once, for an hour." };
  },
});

/** Not awaited: how long a mail server takes would tell that there is somebody to send to. */
function sendLink({ config, log, mailer }: Services, to: string, token: string): void {
  const text = [
    "Somebody asked for a new password for your Nightjar account. Set it here, within an hour:",
    `${config.publicUrl}${resetPath(token)}`,
    "If that was not you, there is nothing to do: your password stays as it is.",
  ].join("\n\n");
  mailer
    .send({ to, subject: "A new password for your Nightjar account", text: `${text}\n` })
    .catch((error: unknown) => log.error({ err: error }, "the mail with a link to reset a password could not be sent"));
}
