import type { StreamId } from "@nightjar/contract";
import { asRun } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq, gt, isNull } from "drizzle-orm";

/**
 * Ends what has no end although a later track of its stream began: there at the latest it was over. Where the journal still has
 * the true end, that takes the place of this one. @returns how many were ended
 */
export function endOvertaken(db: Db | Tx, only?: StreamId): number {
  let endedCount = 0;
  const open = db
    .select()
    .from(asRun)
    .where(and(isNull(asRun.endedAt), only === undefined ? undefined : eq(asRun.streamId, only)))
    .all();
  for (const { entryId, startedAt, streamId } of open) {
    const next = db
      .select({ startedAt: asRun.startedAt })
      .from(asRun)
      .where(and(eq(asRun.streamId, streamId), gt(asRun.startedAt, startedAt)))
      .orderBy(asc(asRun.startedAt))
      .limit(1)
      .get();
    if (next) endedCount += db.update(asRun).set({ endedAt: next.startedAt }).where(eq(asRun.entryId, entryId)).run().changes;
  }
  return endedCount;
}
