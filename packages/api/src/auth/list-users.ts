import { usersOutput } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { toUser } from "./user-shape.ts";

export const listUsers = defineVerb({
  name: "admin.users",
  access: "admin",
  kind: "query",
  input: z.void(),
  output: usersOutput,
  run: ({ ctx }) => ({ users: ctx.services.db.select().from(users).orderBy(desc(users.createdAt)).all().map(toUser) }),
});

export const listPendingUsers = defineVerb({
  name: "admin.pendingUsers",
  access: "admin",
  kind: "query",
  input: z.void(),
  output: usersOutput,
  run({ ctx }) {
    const pending = ctx.services.db.select().from(users).where(eq(users.status, "pending")).orderBy(desc(users.createdAt));
    return { users: pending.all().map(toUser) };
  },
});
