import type { StoredUser } from "./session.ts";

export type GuardTarget = "/login" | "/waiting-approval" | "/dashboard";

/** Where a guarded route sends its visitor; null lets them in. */
export function guardTarget(token: string | null, user: StoredUser | null, needsAdmin: boolean): GuardTarget | null {
  if (token === null || token === "" || user === null) return "/login";
  if (user.status === "pending") return "/waiting-approval";
  if (user.status !== "approved") return "/login";
  if (needsAdmin && user.role !== "admin") return "/dashboard";
  return null;
}
