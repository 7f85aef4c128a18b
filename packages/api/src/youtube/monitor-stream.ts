import { ytBroadcasts } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { and, eq } from "drizzle-orm";
import type { YtBroadcast } from "./port.ts";
import type { Row } from "./rows.ts";

/** Somebody has switched its monitor stream on: it would have to be tested before it goes live, and that can be changed yet. */
export const isToBeTested = ({ isMonitored, lifeCycle }: YtBroadcast): boolean =>
  isMonitored === true && (lifeCycle === "created" || lifeCycle === "ready");

const UNMONITORED = { monitorStream: { enableMonitorStream: false, broadcastStreamDelayMs: 0 } } as const;
/** What an update says of its settings: as they were read, but for that. */
export const untested = (found: YtBroadcast) => (isToBeTested(found) ? { ...found.settings, ...UNMONITORED } : found.settings);

/** An update that has none of its texts to tell; where there is one to be told, that does it besides. */
export function wantUntested(db: Db, { id }: Row): void {
  const hasNone = and(eq(ytBroadcasts.id, id), eq(ytBroadcasts.isToBeUpdated, false));
  db.update(ytBroadcasts).set({ isToBeUpdated: true, saidTexts: [] }).where(hasNone).run();
}
