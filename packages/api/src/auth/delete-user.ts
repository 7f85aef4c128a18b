import { userId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
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
    return null;
  },
});
