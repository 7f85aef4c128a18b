import { endAllSessions, leftBroadcasts } from "@nightjar/api";
import type { Logger } from "@nightjar/contract";
import type { Config } from "./config.ts";
import { databaseIn, takeDataFolder } from "./data-folder.ts";
import { endRecordedPublishers } from "./engine.ts";
import { openStudioDatabase } from "./open-database.ts";
import { findTools } from "./tools.ts";

/**
 * `stop --off-air` after a crash: nothing is wanted any more, and what still sends is ended.
 * @returns the addresses of broadcasts that are left at YouTube, which is not asked
 * @throws with a sentence where there is no studio, or nothing to end its publishers with
 */
export async function stopWithoutServer(config: Config, log: Logger): Promise<readonly string[]> {
  const path = databaseIn(config.DATA_DIR);
  const folder = takeDataFolder(config.DATA_DIR);
  try {
    const left = await endWanted(path, log);
    const tools = await findTools(config);
    // Without them the engine, which knows what still sends, does not open.
    if (tools.missing.length > 0) throw new Error(tools.missing.join("; "));
    await endRecordedPublishers({ dataDir: config.DATA_DIR, tools, log });
    return left;
  } finally {
    folder.release();
  }
}

async function endWanted(path: string, log: Logger): Promise<readonly string[]> {
  const database = await openStudioDatabase(path, log);
  try {
    database.db.transaction((tx) => endAllSessions(tx, new Date()));
    await database.db.flushed();
    return leftBroadcasts(database.db);
  } finally {
    database.close();
  }
}
