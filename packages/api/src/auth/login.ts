import { AppError, loginInput, loginOutput } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { REJECTED_TEXT } from "../access.ts";
import { defineAct } from "../verb.ts";
import { assertRoomInLine, verifyPassword } from "./passwords.ts";
import { toUser } from "./user-shape.ts";

export const login = defineAct({
  name: "auth.login",
  access: "public",
  input: loginInput,
  output: loginOutput,
  tellsToken: true,
  entity: "users",
  subject: (_input, output) => output?.user.id ?? null,
  leavesRows: true,
  async act({ ctx, input }) {
    const { db, loginGuard, sessions } = ctx.services;
    const email = input.email.toLowerCase();
    assertRoomInLine("stranger");
    loginGuard.begin(ctx.request.clientAddress, email);
    const find = () => db.select().from(users).where(eq(users.email, email)).get();
    const verified = find()?.password ?? null;
    const matches = await verifyPassword(verified, input.password);
    // As it is by now: a new password, a rejection or a deletion meanwhile ends all sign-ins, and this one would be there after it.
    const row = find();
    if (!row || !matches || row.password !== verified) throw new AppError("unauthenticated", "Invalid email or password");
    loginGuard.succeeded(ctx.request.clientAddress, email);
    if (row.status === "rejected") throw new AppError("forbidden", REJECTED_TEXT);
    return { token: await sessions.create(row.id), user: toUser(row) };
  },
});
