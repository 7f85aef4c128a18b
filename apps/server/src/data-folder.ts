import { lockFile } from "@nightjar/db";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
}

const pidFile = (dataDir: string) => join(dataDir, "server.pid");

/** The database of a studio that has run there. @throws with a sentence where none has: a command may look in another folder than the server does */
export function databaseIn(dataDir: string): string {
  const path = join(dataDir, "nightjar.db");
  if (!existsSync(path)) throw new Error(`there is no studio in ${dataDir}. Set DATA_DIR to the folder that yours has`);
  return path;
}

/** Makes the folder, locks it for this process and writes its pid. @throws FolderInUseError */
export function takeDataFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(dataDir, "server.lock"));
  if (!lock) {
    throw new FolderInUseError(
      `Another Nightjar (pid ${readPid(dataDir) ?? "unknown"}) uses the data folder ${dataDir}. Stop it first, or set DATA_DIR.`,
    );
  }
  // Secrets live here.
  chmodSync(dataDir, 0o700);
  writeFileSync(pidFile(dataDir), `${process.pid}\n`);
  return {
    release() {
      rmSync(pidFile(dataDir), { force: true });
      lock.release();
    },
  };
}

function readPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile(dataDir), "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}
