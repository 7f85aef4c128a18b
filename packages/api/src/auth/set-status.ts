import { statusInput, user, userId } from "@nightjar/contract";
import type { User } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { Services } from "../context.ts";
import { defineVerb } from "../verb.ts";
import { assertMayLoseAccess, noSuchUser } from "./admin-rules.ts";
import { toUser } from "./user-shape.ts";

export const setStatus = defineVerb({
  name: "admin.setStatus",
  access: "admin",
  kind: "change",
  input: statusInput.extend({ userId }),
  patches: { has: "An account has", shape: user },
  output: user,
  subject: (input) => input.userId,
  run({ ctx, input }) {
    const { clock, db, live, sessions } = ctx.services;
    const actor = ctx.principal.user.id;
    const { row, wasApproved } = db.transaction((tx) => {
      const before = tx.select().from(users).where(eq(users.id, input.userId)).get();
      if (!before) throw noSuchUser();
      if (before.status === input.status) return { row: before, wasApproved: before.status === "approved" };
      if (input.status !== "approved") assertMayLoseAccess(tx, before, actor);
      const approval = input.status === "approved" ? { approvedAt: new Date(clock.nowMs()), approvedBy: actor } : {};
      const change = { status: input.status, ...approval };
      const after = tx.update(users).set(change).where(eq(users.id, input.userId)).returning().get();
      return { row: after, wasApproved: before.status === "approved" };
    });
    if (row.status !== "approved") sessions.endAll(row.id, row.status);
    if (row.status === "approved" && !wasApproved) sendApproval(ctx.services, toUser(row));
    live.changed("users", row.id);
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
