import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkpoint } from "./checkpoint.ts";
import { defineFunctions } from "./functions.ts";
import { applyMigrations, pendingMigrations } from "./migrate.ts";
import type { Migration } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.gen.ts";
import * as schema from "./schema/index.ts";
import { openWalFlush } from "./wal-flush.ts";
import type { WalFlush } from "./wal-flush.ts";

export interface Db extends BetterSQLite3Database<typeof schema> {
  readonly $client: Database.Database;
  /** Answers when all that is committed by now outlives a power cut: before that nothing of it is acknowledged, nor told to a service. */
  readonly flushed: () => Promise<void>;
}
/** What a synchronous transaction's callback gets. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface OpenedDatabase {
  readonly db: Db;
  /** The copy made before migrations were applied; null when there was nothing to apply or to copy. */
  readonly copiedTo: string | null;
  /** Which tables hold rows that refer to nothing, where migrations were applied: they were there before. */
  readonly orphans: readonly string[];
  close(): void;
}

export interface OpenOptions {
  readonly path: string;
  /** The loaded addon, where it is not found by file (single executable). */
  readonly nativeBinding?: unknown;
  readonly migrations?: readonly Migration[];
}

const BUSY_TIMEOUT_MS = 5000;
const STATEMENTS_MAX = 500;
/** A checkpoint does wait for the disk: 16 MB apart. */
const CHECKPOINT_PAGES = 4000;
const SYNCHRONOUS_OFF = 0;

const RESTORE = "put a copy of it from backups/ or from your own backup in its place";
const UNUSABLE: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: `FILE is not a database: ${RESTORE}`,
  SQLITE_CORRUPT: `FILE is damaged: ${RESTORE}`,
  SQLITE_CANTOPEN: "FILE cannot be opened as the database; look at its folder and its rights",
  SQLITE_FULL: "FILE cannot be written, because its disk is full",
};

/**
 * Opens (or creates) the database, copies it when migrations are due, and applies them.
 * @throws MigrationError when a newer version wrote it
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  const client = connect(options);
  let wal: WalFlush | null = null;
  const close = () => {
    client.close();
    wal?.close();
  };
  try {
    client.pragma("journal_mode = WAL");
    // A commit waits for no disk, which takes seconds where something else has the cores: who acknowledges it waits, by `flushed`.
    client.pragma("synchronous = NORMAL");
    client.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    client.pragma("foreign_keys = ON");
    // Having read, SQLite has its WAL open.
    const hasContent = (client.pragma("page_count", { simple: true }) as number) > 1;
    wal = await openWalFlush(`${fileOf(client)}-wal`);
    const db: Db = Object.assign(drizzle(client, { schema }), { flushed: createFlushed(client, wal.flush) });
    const pending = pendingMigrations(db, options.migrations ?? MIGRATIONS);
    const copiedTo = pending.length > 0 && hasContent ? await copyDatabase(client, options.path) : null;
    const orphans = pending.length > 0 ? applyMigrations(db, pending) : [];
    return { db, copiedTo, orphans, close };
  } catch (error) {
    close();
    throw withFile(error, options.path);
  }
}

function connect({ path, nativeBinding }: OpenOptions): Database.Database {
  try {
    const client = new Database(path, {
      timeout: BUSY_TIMEOUT_MS,
      // The package takes the addon itself as well as its path; its types know only the path.
      ...(nativeBinding === undefined ? {} : { nativeBinding: nativeBinding as string }),
    });
    return rememberStatements(defineFunctions(client));
  } catch (error) {
    throw withFile(error, path);
  }
}

/**
 * Compiles each text once: half of what a short query costs is that. Each user of a statement sets for itself whether it wants rows
 * as arrays, so what the last one wanted does not matter.
 */
function rememberStatements(client: Database.Database): Database.Database {
  const prepare = client.prepare.bind(client);
  const known = new Map<string, Database.Statement>();
  const remembering = (text: string): Database.Statement => {
    if (known.size >= STATEMENTS_MAX) known.clear();
    const statement = known.get(text) ?? prepare(text);
    known.set(text, statement);
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.assign(client, { prepare: remembering });
}

function createFlushed(client: Database.Database, flush: WalFlush["flush"]): Db["flushed"] {
  const countChanges = client.prepare<[], { count: number }>("select total_changes() as count");
  let flushedCount = -1;
  let hasFailed = false;
  const failed = (error: unknown) => {
    // Closed meanwhile: its WAL went into it.
    if (!client.open) return;
    hasFailed = true;
    throw error;
  };
  return async () => {
    // Closed, all is in the database itself.
    if (!client.open || client.pragma("synchronous", { simple: true }) === SYNCHRONOUS_OFF) return;
    const count = countChanges.get()?.count ?? 0;
    if (count === flushedCount) return;
    if (!hasFailed) await flush().catch(failed);
    // The kernel tells once that it could not write, and calls the same pages clean then: they are written anew, into the database itself.
    if (hasFailed && client.open) checkpoint(client);
    hasFailed = false;
    flushedCount = Math.max(flushedCount, count);
  };
}

/** Where SQLite has it, which follows links. */
function fileOf(client: Database.Database): string {
  const [main] = client.pragma("database_list") as { readonly file: string }[];
  return main?.file ?? "";
}

/** What SQLite says of a file it cannot use does not name it. */
function withFile(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const what = UNUSABLE[error.code] ?? `${path} cannot be used as the database (${error.message})`;
  return new Error(what.replace("FILE", path), { cause: error });
}

async function copyDatabase(client: Database.Database, path: string): Promise<string> {
  const folder = join(dirname(path), "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, `before-migration-${new Date().toISOString().replaceAll(":", "-")}.db`);
  await client.backup(target);
  return target;
}
