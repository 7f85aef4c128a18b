import { userId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { assertMayLoseAccess, noSuchUser } from "./admin-rules.ts";
import { endSessionsOf } from "./session-ends.ts";

export const deleteUser = defineVerb({
  name: "admin.deleteUser",
  access: "admin",
  kind: "change",
  input: z.object({ userId }),
  output: z.null(),
  subject: (input) => input.userId,
  run({ ctx, input }) {
    const { db, live, sessions } = ctx.services;
    db.transaction((tx) => {
      const target = tx.select().from(users).where(eq(users.id, input.userId)).get();
      if (!target) throw noSuchUser();
      assertMayLoseAccess(tx, target, ctx.principal.user.id);
      // Before the rows of the sessions go with the account's.
      endSessionsOf(tx, target.id, "deleted", new Date());
      tx.delete(users).where(eq(users.id, target.id)).run();
    });
    sessions.endAll(input.userId, "deleted");
    live.changed("users", input.userId);
    return null;
  },
});
