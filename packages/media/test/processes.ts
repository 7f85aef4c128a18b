import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for the tests of a file, removed at their end; `started` are processes that a failing test would leave behind. */
export function processTests(): { readonly folder: string; readonly started: number[] } {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-process-"));
  const started: number[] = [];
  afterAll(async () => {
    for (const pid of started) if (isAlive(pid)) process.kill(pid, "SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, started };
}

/** Arguments of `sh` that run the script, with these as $1 and so on. */
export const sh = (script: string, ...args: string[]) => ["-c", script, "sh", ...args];

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
