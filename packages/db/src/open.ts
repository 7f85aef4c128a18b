import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyMigrations, pendingMigrations } from "./migrate.ts";
import type { Migration } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.gen.ts";
import * as schema from "./schema/index.ts";

export type Db = BetterSQLite3Database<typeof schema> & { readonly $client: Database.Database };
/** What a synchronous transaction's callback gets. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface OpenedDatabase {
  readonly db: Db;
  /** The copy made before migrations were applied; null when there was nothing to apply or to copy. */
  readonly copiedTo: string | null;
  close(): void;
}

export interface OpenOptions {
  readonly path: string;
  /** The loaded addon, where it is not found by file (single executable). */
  readonly nativeBinding?: unknown;
  readonly migrations?: readonly Migration[];
}

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens (or creates) the database, copies it when migrations are due, and applies them.
 * @throws MigrationError when a newer version wrote it
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  const client = new Database(options.path, {
    timeout: BUSY_TIMEOUT_MS,
    // The package takes the addon itself as well as its path; its types know only the path.
    ...(options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding as string }),
  });
  try {
    client.pragma("journal_mode = WAL");
    // What was answered is on the disk: at NORMAL a power cut takes back the commits since the last checkpoint.
    client.pragma("synchronous = FULL");
    client.pragma("foreign_keys = ON");
    const db = drizzle(client, { schema });
    const pending = pendingMigrations(db, options.migrations ?? MIGRATIONS);
    const hasContent = (client.pragma("page_count", { simple: true }) as number) > 1;
    let copiedTo: string | null = null;
    if (pending.length > 0) {
      if (hasContent) copiedTo = await copyDatabase(client, options.path);
      applyMigrations(db, pending);
    }
    return { db, copiedTo, close: () => client.close() };
  } catch (error) {
    client.close();
    throw error;
  }
}

async function copyDatabase(client: Database.Database, path: string): Promise<string> {
  const folder = join(dirname(path), "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, `before-migration-${new Date().toISOString().replaceAll(":", "-")}.db`);
  await client.backup(target);
  return target;
}
