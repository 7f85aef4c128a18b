import { type UserId, userId } from "@nightjar/contract";
import { type Tx, auditLog, users } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { assertMayLoseAccess, noSuchUser } from "./admin-rules.ts";

export const deleteUser = defineChange({
  name: "admin.deleteUser",
  access: "admin",
  input: z.object({ userId }),
  output: z.null(),
  entity: "users",
  subject: (input) => input.userId,
  commit(tx, { ctx, input }) {
    const target = tx.select().from(users).where(eq(users.id, input.userId)).get();
    if (!target) throw noSuchUser();
    assertMayLoseAccess(tx, target, ctx.principal.user.id);
    ctx.services.sessions.end(tx, target.id, "deleted");
    tx.delete(users).where(eq(users.id, target.id)).run();
    changed(tx, "users", target.id);
    // Others than administrators are not told of accounts, and see it in what happened.
    for (const id of [target.id, ...streamsOf(tx, target.id)]) changed(tx, "history", id, "never");
    return null;
  },
});

/** Whose changes name the account. */
function streamsOf(tx: Tx, id: UserId): string[] {
  const done = and(eq(auditLog.userId, id), eq(auditLog.entity, "streams"));
  const rows = tx.selectDistinct({ subjectId: auditLog.subjectId }).from(auditLog).where(done).all();
  return rows.flatMap(({ subjectId }) => subjectId ?? []);
}
