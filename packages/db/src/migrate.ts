import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type { MigrationMeta } from "drizzle-orm/migrator";
import { sql } from "drizzle-orm";

export interface Migration extends MigrationMeta {
  /** The file's name without its ending. */
  readonly tag: string;
}

/** Any schema will do. */
type Handle = Pick<BaseSQLiteDatabase<"sync", unknown>, "get" | "all" | "run">;
interface Migrated extends Handle {
  transaction(run: (tx: Handle) => void): void;
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

/** @returns which tables hold rows that refer to nothing; null: none does */
function orphansIn(db: Handle): string | null {
  const broken = db.all<{ table: string; parent: string }>(sql`pragma foreign_key_check`);
  if (broken.length === 0) return null;
  return [...new Set(broken.map(({ parent, table }) => `${table} to ${parent}`))].join(", ");
}

/** Before anything is copied or changed: else it would be said of the migration. @throws MigrationError */
export function refuseOrphans(db: Handle): void {
  const orphans = orphansIn(db);
  if (orphans === null) return;
  throw new MigrationError(
    `the database holds rows that refer to nothing (${orphans}), and was left as it is; start the version that you had, or put a copy from backups/ in its place`,
  );
}

/** As Drizzle's own migrator writes it, which commits before anybody can look at what it did. */
function note(db: Handle, { hash, folderMillis }: MigrationMeta): void {
  db.run(sql`insert into __drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`);
}

/** Applies all of them in one transaction, or none. Foreign keys are checked at its end, as rebuilding a table needs. */
export function applyMigrations(db: Migrated, pending: readonly MigrationMeta[]): void {
  db.run(sql`pragma foreign_keys = off`);
  try {
    db.transaction((tx) => {
      tx.run(sql`create table if not exists __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`);
      for (const migration of pending) {
        for (const statement of migration.sql) tx.run(sql.raw(statement));
        note(tx, migration);
      }
      const orphans = orphansIn(tx);
      if (orphans !== null)
        throw new MigrationError(`the migration would leave rows that refer to nothing (${orphans}); nothing was changed`);
    });
  } finally {
    db.run(sql`pragma foreign_keys = on`);
  }
}
