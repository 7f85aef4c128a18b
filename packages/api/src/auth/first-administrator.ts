import { checkpoint, users } from "@nightjar/db";
import { count } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import type { Services } from "../context.ts";
import { hashPassword } from "./passwords.ts";

const DEFAULT_EMAIL = "admin@nightjar.local";

/** What has to be shown once, where the password was made here; null: somebody knows it, or nobody was to be made. */
type Announced = { readonly email: string; readonly password: string } | null;

/**
 * On an empty database, prepares the first administrator. The row itself is written when the answer is called, in one breath with its
 * announcement: a start that comes to nothing in between must not leave an account whose password nobody has seen.
 */
export async function prepareFirstAdministrator(
  services: Pick<Services, "db" | "clock" | "log">,
  wanted: { readonly email: string | null; readonly password: string | null },
): Promise<() => Announced> {
  const { db, clock, log } = services;
  const known = db.select({ total: count() }).from(users).get();
  if (known && known.total > 0) return () => null;
  const email = (wanted.email ?? DEFAULT_EMAIL).toLowerCase();
  const password = wanted.password ?? randomBytes(12).toString("base64url");
  const row = { email, password: await hashPassword(password, "known"), role: "admin", status: "approved" } as const;
  return () => {
    db.insert(users)
      .values({ ...row, approvedAt: new Date(clock.nowMs()) })
      .run();
    // On the disk within that breath: once in a studio's life the thread waits for it.
    try {
      checkpoint(db.$client);
    } catch (error) {
      // Announced all the same: it is there, and no start announces it again. A start that finds none makes another.
      log.error({ err: error }, "the first administrator may not outlive a power cut");
    }
    return wanted.password === null ? { email, password } : null;
  };
}
