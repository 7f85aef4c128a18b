import type { User } from "@nightjar/contract";
import type { users } from "@nightjar/db";

export type UserRow = typeof users.$inferSelect;

/** Every field named, so that a new column (or the password) never slips out. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
  };
}
