import { AppError } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import { users } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { and, eq, ne } from "drizzle-orm";
import type { UserRow } from "./user-shape.ts";

export const noSuchUser = () => new AppError("not-found", "User not found");

/** Nobody locks themselves or everybody out. @throws AppError 409 */
export function assertMayLoseAccess(tx: Tx, target: UserRow, actor: UserId): void {
  if (target.id === actor) throw new AppError("conflict", "You cannot revoke, reject or delete your own account");
  if (target.role !== "admin" || target.status !== "approved") return;
  const other = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.status, "approved"), ne(users.id, target.id)))
    .get();
  if (!other) throw new AppError("conflict", "The last approved administrator cannot be revoked, rejected or deleted");
}
