import type { OnAir, OnAirYoutube, StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { and, desc, eq } from "drizzle-orm";
import { type Row, joined, noticeOf, openRowsOf, watchUrlOf } from "./broadcast-rows.ts";
import { leftOf, leftSentences } from "./left-behind.ts";
import { openSession } from "./wanted.ts";

/** What YouTube said of the broadcast that a stream airs on, and why the one before it is still there; null: there is none yet. */
export function youtubeSaid(db: Db, id: StreamId): OnAirYoutube | null {
  const open = openRowsOf(db, id);
  const left = leftOf(db, open);
  const said = saidOfRun(open.filter((row) => row.sessionId !== null && !left.includes(row)).toReversed()) ?? waitedFor(db, id);
  return left.length === 0 ? said : { ...(said ?? NOTHING), notice: joined([said?.notice ?? null, ...leftSentences(db, id, left)]) };
}

function saidOfRun(newestFirst: readonly Row[]): OnAirYoutube | null {
  const [newest] = newestFirst;
  // While the next one is made, viewers see the one before.
  const row = newestFirst.find(({ lifeCycle, sessionId }) => lifeCycle === "live" && sessionId === newest?.sessionId) ?? newest;
  if (!row) return null;
  return {
    watchUrl: row.ytBroadcastId === null ? null : watchUrlOf(row.ytBroadcastId),
    ...{ lifeCycleStatus: row.lifeCycle, streamStatus: row.streamStatus, health: row.health, issues: [...row.issues] },
    ...{ viewers: row.viewers, checkedAt: row.checkedAt?.toISOString() ?? null },
    ...{ notice: noticeOf(row, newest), artworkNotice: row.thumbnailNotice },
  };
}

/** The next broadcast of a run is waited for after YouTube ended too many: that says why. */
function waitedFor(db: Db, id: StreamId): OnAirYoutube | null {
  const session = openSession(db, id);
  if (!session) return null;
  const ofRun = and(eq(ytBroadcasts.streamId, id), eq(ytBroadcasts.sessionId, session.id));
  const last = db.select().from(ytBroadcasts).where(ofRun).orderBy(desc(ytBroadcasts.createdAt)).get();
  return last?.notice == null ? null : { ...NOTHING, notice: last.notice };
}

const NOTHING: OnAirYoutube = {
  ...{ watchUrl: null, lifeCycleStatus: null, streamStatus: null, health: null },
  ...{ issues: [], viewers: null, checkedAt: null, notice: null, artworkNotice: null },
};

/** Beside what we send to a channel, what the channel says. */
export function withYoutube(db: Db, id: StreamId, onAir: OnAir): OnAir {
  if (!onAir.destinations.some(({ kind }) => kind === "youtube")) return onAir;
  const youtube = youtubeSaid(db, id) ?? NOTHING;
  return { ...onAir, destinations: onAir.destinations.map((one) => (one.kind === "youtube" ? { ...one, youtube } : one)) };
}
