import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes at `path`. Where its folder is gone, because somebody made room by hand, it is made again first. */
export async function inStandingFolder<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return write();
  }
}

/** A file or a folder was not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
