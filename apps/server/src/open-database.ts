import type { Logger } from "@nightjar/contract";
import { openDatabase } from "@nightjar/db";
import type { OpenedDatabase } from "@nightjar/db";

/** Whoever comes first after an upgrade migrates it, a command as well as a start: no other tells what that did and found. */
export async function openStudioDatabase(path: string, log: Logger): Promise<OpenedDatabase> {
  const database = await openDatabase({ path });
  const { copiedTo, orphans } = database;
  if (copiedTo !== null) log.info({ copiedTo }, "the database was copied before it was migrated");
  if (orphans.length > 0) log.warn({ orphans }, "the database holds rows that refer to nothing: they were left as they are");
  return database;
}
