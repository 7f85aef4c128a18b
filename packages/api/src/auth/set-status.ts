import { statusInput, user, userId } from "@nightjar/contract";
import type { User } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { changed } from "../changes.ts";
import type { Services } from "../context.ts";
import { defineChange } from "../verb.ts";
import { assertMayLoseAccess, noSuchUser } from "./admin-rules.ts";
import { toUser } from "./user-shape.ts";

export const setStatus = defineChange({
  name: "admin.setStatus",
  access: "admin",
  input: statusInput.extend({ userId }),
  patches: { has: "An account has", shape: user },
  output: user,
  entity: "users",
  subject: (input) => input.userId,
  commit(tx, { ctx, input }) {
    const actor = ctx.principal.user.id;
    const before = tx.select().from(users).where(eq(users.id, input.userId)).get();
    if (!before) throw noSuchUser();
    if (before.status !== input.status && input.status !== "approved") assertMayLoseAccess(tx, before, actor);
    if (input.status !== "approved") ctx.services.sessions.end(tx, before.id, input.status);
    changed(tx, "users", before.id);
    if (before.status === input.status) return { row: before, isNewlyApproved: false };
    const approval = input.status === "approved" ? { approvedAt: new Date(ctx.services.clock.nowMs()), approvedBy: actor } : {};
    const change = { status: input.status, ...approval };
    const row = tx.update(users).set(change).where(eq(users.id, before.id)).returning().get();
    return { row, isNewlyApproved: input.status === "approved" };
  },
  after({ ctx, committed: { row, isNewlyApproved } }) {
    if (isNewlyApproved) sendApproval(ctx.services, toUser(row));
    return toUser(row);
  },
});

/** Not awaited: a slow mail server must not hold the administrator's click. */
function sendApproval(services: Services, approved: User): void {
  const { config, log, mailer } = services;
  if (!mailer.configured) return;
  const text = `Your Nightjar account has been approved. You can sign in now:\n\n${config.publicUrl}/login\n`;
  mailer
    .send({ to: approved.email, subject: "Your Nightjar account has been approved", text })
    .catch((error: unknown) => log.error({ err: error, userId: approved.id }, "the approval mail could not be sent"));
}
