import { AppError, messageOutput, registerInput } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { defineVerb } from "../verb.ts";
import { hashPassword } from "./passwords.ts";

const REGISTRATIONS_PER_ADDRESS = 200;

export const register = defineVerb({
  name: "auth.register",
  access: "public",
  kind: "change",
  input: registerInput,
  output: messageOutput,
  async run({ ctx, input }) {
    const { db, live, loginGuard } = ctx.services;
    loginGuard.limit("register", ctx.request.clientAddress, REGISTRATIONS_PER_ADDRESS);
    const email = input.email.toLowerCase();
    const taken = () => new AppError("conflict", "An account with this email already exists");
    if (db.select({ id: users.id }).from(users).where(eq(users.email, email)).get()) throw taken();
    const password = await hashPassword(input.password);
    // Two at once: the index decides.
    const made = db.insert(users).values({ email, password }).onConflictDoNothing().returning({ id: users.id }).get();
    if (!made) throw taken();
    live.changed("users", made.id);
    return { message: "Registration successful. An administrator will review your account." };
  },
});
