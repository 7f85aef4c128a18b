import { auditLog, users } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import { commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { hashPassword } from "./passwords.ts";
import { setNewPassword } from "./set-new-password.ts";

/** What the machine's own command is told: a new password, shown once, or who the administrators are where there is no such account. */
export type MachineReset = { readonly password: string } | { readonly administrators: readonly string[] };

/** For whoever has the machine: they could read the database anyway, and nobody else may be left who can sign in. */
export async function resetOnMachine(
  { clock, db, follow, sessions }: Pick<Services, "clock" | "db" | "follow" | "sessions">,
  email: string,
): Promise<MachineReset> {
  const password = randomBytes(12).toString("base64url");
  const hashed = await hashPassword(password, "known");
  const isDone = commit({ db, follow }, (tx) => {
    const row = tx.select({ id: users.id }).from(users).where(eq(users.email, email.trim().toLowerCase())).get();
    if (!row) return false;
    setNewPassword(tx, sessions, row.id, hashed);
    const entry = { at: new Date(clock.nowMs()), userId: null, subjectId: row.id, outcome: "ok", requestId: "machine" };
    tx.insert(auditLog)
      .values({ ...entry, action: "machine.resetPassword" })
      .run();
    return true;
  });
  await db.flushed();
  if (isDone) return { password };
  const isAdministrator = and(eq(users.role, "admin"), eq(users.status, "approved"));
  const administrators = db.select({ email: users.email }).from(users).where(isAdministrator).all();
  return { administrators: administrators.map((row) => row.email) };
}
