import type Database from "better-sqlite3";

/**
 * Brings all that is committed into the database itself, and that to the disk, while the thread waits.
 * @throws where the disk does not take it, or who reads from outside does not let it
 */
export function checkpoint(client: Database.Database): void {
  const [outcome] = client.pragma("wal_checkpoint(TRUNCATE)") as { readonly busy: number }[];
  if (outcome?.busy !== 0) throw new Error("the database could not be brought to the disk: somebody else reads or writes it");
}
