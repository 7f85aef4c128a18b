import { AppError, messageOutput, registerInput } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { changed } from "../changes.ts";
import { defineChange } from "../verb.ts";
import { assertRoomInLine, hashPassword } from "./passwords.ts";

const REGISTRATIONS_PER_ADDRESS = 200;

export const register = defineChange({
  name: "auth.register",
  access: "public",
  input: registerInput,
  output: messageOutput,
  entity: "users",
  async prepare({ ctx, input }) {
    const { db, loginGuard } = ctx.services;
    assertRoomInLine("stranger");
    loginGuard.limit("register", ctx.request.clientAddress, REGISTRATIONS_PER_ADDRESS);
    const email = input.email.toLowerCase();
    if (db.select({ id: users.id }).from(users).where(eq(users.email, email)).get()) throw taken();
    return { email, password: await hashPassword(input.password) };
  },
  commit(tx, { prepared }) {
    // Two at once: the index decides.
    const made = tx.insert(users).values(prepared).onConflictDoNothing().returning({ id: users.id }).get();
    if (!made) throw taken();
    changed(tx, "users", made.id);
    return made;
  },
  subject: (_input, made) => made?.id ?? null,
  after: () => ({ message: "Registration successful. An administrator will review your account." }),
});

const taken = () => new AppError("conflict", "An account with this email already exists");
