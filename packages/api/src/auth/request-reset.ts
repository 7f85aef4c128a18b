import { AppError, RESET_LIFETIME_MS, messageOutput, requestResetInput } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { onRollback } from "../changes.ts";
import type { Services } from "../context.ts";
import { MailUnsentError } from "../mail-unsent-error.ts";
import { defineChange } from "../verb.ts";
import { newResetToken, resetPath, storeResetToken } from "./reset-tokens.ts";

interface Link {
  readonly userId: UserId;
  readonly email: string;
  readonly token: string;
}

interface Asked {
  /** null: nobody has that e-mail, or may not sign in, or it was asked for too often. */
  readonly link: Link | null;
}

const REQUESTS_PER_ADDRESS = 20;
const MAIL = "reset-mail";
/** From wherever they come: nobody's mailbox is to be filled. As long as these links live, whoever asks for more has them. */
const MAILS = { times: 5, withinMs: RESET_LIFETIME_MS } as const;

/**
 * Asks for a mail with a link. Whether there is such an account shows neither in the answer nor in its time. Anybody may ask: no link that is
 * there ends by it, and too many for one e-mail are not refused, which would shut its owner out.
 */
export const requestReset = defineChange({
  name: "auth.requestReset",
  access: "public",
  input: requestResetInput,
  output: messageOutput,
  subject: (_input, asked: Asked | null) => asked?.link?.userId ?? null,
  prepare({ ctx, input }) {
    const { clock, loginGuard, mailer } = ctx.services;
    if (!mailer.configured) throw new AppError("unavailable", "E-mail is not set up here. Ask an administrator for a link.");
    loginGuard.limit("reset", ctx.request.clientAddress, REQUESTS_PER_ADDRESS);
    const email = input.email.toLowerCase();
    return loginGuard.isWithin(MAIL, email, MAILS) ? { email, made: newResetToken(clock.nowMs()) } : null;
  },
  commit(tx, { ctx, prepared }): Asked {
    if (prepared === null) return { link: null };
    const { email, made } = prepared;
    // Refused, as by a full disk, nothing is mailed.
    onRollback(tx, () => ctx.services.loginGuard.takeBack(MAIL, email));
    const row = tx.select().from(users).where(eq(users.email, email)).get();
    const userId = row === undefined || row.status === "rejected" ? null : row.id;
    storeResetToken(tx, userId, made);
    return { link: userId === null ? null : { userId, email, token: made.token } };
  },
  after({ ctx, committed: { link } }) {
    if (link !== null) sendLink(ctx.services, link);
    return { message: "If there is an account with this e-mail, a link to set a new password is on its way. It works once, for an hour." };
  },
});

/** Not awaited: how long a mail server takes would tell that there is somebody to send to. */
function sendLink({ config, log, loginGuard, mailer }: Services, { email, token }: Link): void {
  const text = [
    "Somebody asked for a new password for your Nightjar account. Set it here, within an hour:",
    `${config.publicUrl}${resetPath(token)}`,
    "If that was not you, there is nothing to do: your password stays as it is.",
  ].join("\n\n");
  mailer.send({ to: email, subject: "A new password for your Nightjar account", text: `${text}\n` }).catch((error: unknown) => {
    // Else there would be none for an hour, once the mail server is there again. What may have arrived counts, and so does what is refused.
    if (error instanceof MailUnsentError) loginGuard.takeBack(MAIL, email);
    log.error({ err: error }, "the mail with a link to reset a password could not be sent");
  });
}
