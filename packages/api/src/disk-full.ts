import { AppError, DISK_FULL_TEXT } from "@nightjar/contract";

const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);
const CAUSES_MAX = 5;

/** Whether something failed because there was no room to write it, however deep that is said. */
export function isDiskFull(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if ("code" in cause && FULL_CODES.has(cause.code)) return true;
    cause = cause.cause;
  }
  return false;
}

export function diskFullError(cause: unknown): AppError {
  return new AppError("disk-full", DISK_FULL_TEXT, { cause });
}
