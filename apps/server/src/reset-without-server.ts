import { resetOnMachine, storedSessions } from "@nightjar/api";
import type { MachineReset } from "@nightjar/api";
import type { Logger } from "@nightjar/contract";
import { databaseIn, takeDataFolder } from "./data-folder.ts";
import { openStudioDatabase } from "./open-database.ts";

/** `admin reset-password` while no server runs. */
export async function resetWithoutServer(dataDir: string, email: string, log: Logger): Promise<MachineReset> {
  const path = databaseIn(dataDir);
  const folder = takeDataFolder(dataDir);
  try {
    const database = await openStudioDatabase(path, log);
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
