import type { StreamId } from "@nightjar/contract";
import { streamSessions, streams, ytBroadcasts, ytViewers } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

export const MINUTE_MS = 60_000;
/** So long what was told of viewers is taken to be so; after that it is not known. */
export const HOLD_MINUTES = 10;

const isLiveThere = sql`exists (select 1 from ${ytBroadcasts} where ${ytBroadcasts.streamId} = ${streams.id} and ${ytBroadcasts.sessionId} = ${streamSessions.id} and ${isNull(ytBroadcasts.endedAt)} and ${ytBroadcasts.lifeCycle} = 'live')`;

/** Not what was told by a clock that was ahead. The end of a broadcast, a null, stands in the minute after it. */
export const isToldBy = (nowMs: number): SQL =>
  sql`${ytViewers.minute} <= ${Math.floor(nowMs / MINUTE_MS)} + (${ytViewers.viewers} is null)`;

/** Who watches a stream, for a query that joins its open session: of a live broadcast what YouTube told last, null where that is not known; else nobody. */
export function viewersNow(nowMs: number): SQL<number | null> {
  const since = Math.floor(nowMs / MINUTE_MS) - HOLD_MINUTES;
  const newest = sql`(select ${ytViewers.viewers} from ${ytViewers} where ${ytViewers.streamId} = ${streams.id} and ${ytViewers.minute} > ${since} and ${isToldBy(nowMs)} order by ${ytViewers.minute} desc limit 1)`;
  return sql<number | null>`case when ${isLiveThere} then ${newest} else 0 end`;
}

/** The same of one stream. */
export function readViewersNow(db: Db | Tx, id: StreamId, nowMs: number): number | null {
  const row = db
    .select({ viewers: viewersNow(nowMs) })
    .from(streams)
    .leftJoin(streamSessions, and(eq(streamSessions.streamId, streams.id), isNull(streamSessions.stoppedAt)))
    .where(eq(streams.id, id))
    .get();
  return row?.viewers ?? null;
}
