import { sql } from "drizzle-orm";
import type { Db, Tx } from "./open.ts";

/** Kept in the file's own header, which nothing else uses: what a studio begins with is put into it once. */
const SEEDED = 1;

export function isSeeded(db: Db | Tx): boolean {
  return (db.get<{ user_version: number }>(sql`pragma user_version`)?.user_version ?? 0) >= SEEDED;
}

/** Within a transaction it is undone with it. */
export function markSeeded(tx: Tx): void {
  tx.run(sql.raw(`pragma user_version = ${SEEDED}`));
}
