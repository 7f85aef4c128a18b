import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type { MigrationMeta } from "drizzle-orm/migrator";
import { sql } from "drizzle-orm";

export interface Migration extends MigrationMeta {
  /** The file's name without its ending. */
  readonly tag: string;
}

/** Any schema will do. */
type Handle = Pick<BaseSQLiteDatabase<"sync", unknown>, "get" | "all" | "run">;

/** Drizzle's own migrator reads files; its dialect takes an array, which is not in the public types (pinned version). */
interface Migrator {
  readonly dialect: { migrate(migrations: MigrationMeta[], session: unknown, config?: string): void };
  readonly session: unknown;
}

interface Applied {
  readonly hash: string;
  readonly created_at: number;
}

export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

function applied(db: Handle): Applied[] {
  const known = db.get<{ count: number }>(
    sql`select count(*) as count from sqlite_master where type = 'table' and name = '__drizzle_migrations'`,
  );
  if (!known || known.count === 0) return [];
  return db.all<Applied>(sql`select hash, created_at from __drizzle_migrations order by created_at`);
}

/**
 * The migrations a database still lacks, told apart by content and not by date.
 * Drizzle compares dates alone and would skip one that was merged late with an older date: such a one gets a newer date.
 * @throws MigrationError when the database holds a migration we do not know: a newer Nightjar wrote it.
 */
export function pendingMigrations(db: Handle, migrations: readonly Migration[]): MigrationMeta[] {
  const done = applied(db);
  const known = new Set(migrations.map((migration) => migration.hash));
  if (done.some((entry) => !known.has(entry.hash))) {
    throw new MigrationError(
      "the database was written by a newer version of Nightjar; start that version, or restore a copy from backups/",
    );
  }
  const doneHashes = new Set(done.map((entry) => entry.hash));
  let last = Math.max(0, ...done.map((entry) => Number(entry.created_at)));
  return migrations
    .filter((migration) => !doneHashes.has(migration.hash))
    .map((migration) => {
      last = Math.max(last + 1, migration.folderMillis);
      return { sql: [...migration.sql], hash: migration.hash, bps: migration.bps, folderMillis: last };
    });
}

/** Applies all of them in one transaction, or none. Foreign keys are checked at the end, as rebuilding a table needs. */
export function applyMigrations(db: Handle, pending: readonly MigrationMeta[]): void {
  const { dialect, session } = db as unknown as Migrator;
  db.run(sql`pragma foreign_keys = off`);
  try {
    dialect.migrate([...pending], session);
    const broken = db.all(sql`pragma foreign_key_check`);
    if (broken.length > 0) throw new MigrationError("the migration left rows that refer to nothing");
  } finally {
    db.run(sql`pragma foreign_keys = on`);
  }
}
