import { resetOnMachine, storedSessions } from "@nightjar/api";
import type { MachineReset } from "@nightjar/api";
import { openDatabase } from "@nightjar/db";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { takeDataFolder } from "./data-folder.ts";

/** `admin reset-password` while no server runs. */
export async function resetWithoutServer(dataDir: string, email: string): Promise<MachineReset> {
  const path = join(dataDir, "nightjar.db");
  if (!existsSync(path)) throw new Error(`there is no studio in ${dataDir} yet. Start it once, or set DATA_DIR`);
  const folder = takeDataFolder(dataDir);
  try {
    const database = await openDatabase({ path });
    try {
      const { db } = database;
      // Nobody is connected to whom anything would follow.
      return await resetOnMachine({ db, clock: { nowMs: Date.now }, sessions: storedSessions(db), follow: () => undefined }, email);
    } finally {
      database.close();
    }
  } finally {
    folder.release();
  }
}
