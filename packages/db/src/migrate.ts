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

/** How many rows refer to nothing, by their table and what it refers to. */
function orphansIn(db: Handle): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { parent, table } of db.all<{ table: string; parent: string }>(sql`pragma foreign_key_check`)) {
    const pair = `${table} to ${parent}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** As Drizzle's own migrator writes it, which commits before anybody can look at what it did. */
function note(db: Handle, { hash, folderMillis }: MigrationMeta): void {
  db.run(sql`insert into __drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`);
}

/**
 * Applies all of them in one transaction, or none. Foreign keys are checked at its end, as rebuilding a table needs: it may add no row that
 * refers to nothing, and one that was there, as after a repair by hand, keeps nobody from a newer version.
 * @returns which tables hold rows that refer to nothing, as they did before
 */
export function applyMigrations(db: Migrated, pending: readonly MigrationMeta[]): string[] {
  db.run(sql`pragma foreign_keys = off`);
  try {
    const before = orphansIn(db);
    let after = before;
    db.transaction((tx) => {
      tx.run(sql`create table if not exists __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`);
      for (const migration of pending) {
        for (const statement of migration.sql) tx.run(sql.raw(statement));
        note(tx, migration);
      }
      after = orphansIn(tx);
      const added = [...after].flatMap(([pair, count]) => (count > (before.get(pair) ?? 0) ? [pair] : []));
      if (added.length > 0)
        throw new MigrationError(`the migration would leave rows that refer to nothing (${added.join(", ")}); nothing was changed`);
    });
    return [...after.keys()];
  } finally {
    db.run(sql`pragma foreign_keys = on`);
  }
}
