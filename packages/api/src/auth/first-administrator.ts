import { users } from "@nightjar/db";
import { count } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import type { Services } from "../context.ts";
import { hashPassword } from "./passwords.ts";

const DEFAULT_EMAIL = "admin@nightjar.local";

/**
 * On an empty database, creates the first administrator.
 * @returns what has to be shown once, where the password was made here; null otherwise
 */
export async function ensureFirstAdministrator(
  services: Pick<Services, "db" | "clock">,
  wanted: { readonly email: string | null; readonly password: string | null },
): Promise<{ readonly email: string; readonly password: string } | null> {
  const { db, clock } = services;
  const known = db.select({ total: count() }).from(users).get();
  if (known && known.total > 0) return null;
  const email = (wanted.email ?? DEFAULT_EMAIL).toLowerCase();
  const password = wanted.password ?? randomBytes(12).toString("base64url");
  const row = { email, password: await hashPassword(password), role: "admin", status: "approved" } as const;
  db.insert(users)
    .values({ ...row, approvedAt: new Date(clock.nowMs()) })
    .run();
  return wanted.password === null ? { email, password } : null;
}
