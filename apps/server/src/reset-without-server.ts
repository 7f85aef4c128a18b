import { resetOnMachine, storedSessions } from "@nightjar/api";
import type { MachineReset } from "@nightjar/api";
import { openDatabase } from "@nightjar/db";
import { databaseIn, takeDataFolder } from "./data-folder.ts";

/** `admin reset-password` while no server runs. */
export async function resetWithoutServer(dataDir: string, email: string): Promise<MachineReset> {
  const path = databaseIn(dataDir);
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
