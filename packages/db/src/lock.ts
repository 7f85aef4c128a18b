import Database from "better-sqlite3";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

export interface FolderLock {
  release(): void;
}

/**
 * Holds a file for this process alone, by a lock of the operating system: it is free again the moment the process is
 * gone, however it went.
 * @returns null when another process holds it
 */
export function lockFile(path: string, nativeBinding?: unknown): FolderLock | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const client = new Database(path, { timeout: 0, ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as string }) });
  try {
    client.pragma("journal_mode = DELETE");
    client.exec("begin exclusive");
    return { release: () => client.close() };
  } catch (error) {
    client.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
}
