import { endAllSessions, leftBroadcasts } from "@nightjar/api";
import type { Logger } from "@nightjar/contract";
import { openDatabase } from "@nightjar/db";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { takeDataFolder } from "./data-folder.ts";
import { endRecordedPublishers } from "./engine.ts";
import { findTools } from "./tools.ts";

/** `stop --off-air` after a crash: nothing is wanted any more, and what still sends is ended. @returns the addresses of broadcasts that are left at YouTube, which is not asked */
export async function stopWithoutServer(config: Config, log: Logger): Promise<readonly string[]> {
  const path = join(config.DATA_DIR, "nightjar.db");
  if (!existsSync(path)) return [];
  const folder = takeDataFolder(config.DATA_DIR);
  try {
    const left = await endWanted(path);
    await endRecordedPublishers({ dataDir: config.DATA_DIR, tools: await findTools(config), log });
    return left;
  } finally {
    folder.release();
  }
}

async function endWanted(path: string): Promise<readonly string[]> {
  const database = await openDatabase({ path });
  try {
    database.db.transaction((tx) => endAllSessions(tx, new Date()));
    await database.db.flushed();
    return leftBroadcasts(database.db);
  } finally {
    database.close();
  }
}
