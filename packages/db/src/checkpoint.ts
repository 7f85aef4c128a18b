import Database from "better-sqlite3";

/**
 * Brings all that is committed into the database itself, and that to the disk, while the thread waits.
 * @throws where the disk does not take it, or who reads from outside does not let it
 */
export function checkpoint(client: Database.Database): void {
  const [outcome] = write(client) as { readonly busy: number }[];
  if (outcome?.busy !== 0) throw new Error("the database could not be brought to the disk: somebody else reads or writes it");
}

/** Twice where it fails: SQLite's descriptor is told of an earlier failure as well, once, and what is written by then is written anew. */
function write(client: Database.Database): unknown {
  const attempt = () => client.pragma("wal_checkpoint(TRUNCATE)");
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith("SQLITE_IOERR")) throw error;
    return attempt();
  }
}
