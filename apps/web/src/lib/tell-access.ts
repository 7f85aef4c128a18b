import type { User, UserStatus } from "@nightjar/contract";
import { notify } from "./toast.ts";

/** Names whose access was changed: a row is gone by then, or is another one's. @param user as it was before */
export function tellAccess({ email, status: before }: Pick<User, "email" | "status">, status: UserStatus): void {
  if (status === "approved") notify("Account Approved", email);
  else if (before === "approved") notify("Account Revoked", email);
  else notify("Account Rejected", email);
}
