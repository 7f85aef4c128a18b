import type { OnAir, OnAirYoutube, StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { openSession } from "./wanted.ts";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";

/** What YouTube said of the broadcast that a stream airs on; null: there is none yet. */
export function youtubeSaid(db: Db, id: StreamId): OnAirYoutube | null {
  const open = and(eq(ytBroadcasts.streamId, id), isNull(ytBroadcasts.endedAt), isNotNull(ytBroadcasts.sessionId));
  const rows = db.select().from(ytBroadcasts).where(open).orderBy(desc(ytBroadcasts.createdAt)).all();
  const [newest] = rows;
  // While the next one is made, viewers see the one before.
  const row = rows.find(({ lifeCycle, sessionId }) => lifeCycle === "live" && sessionId === newest?.sessionId) ?? newest;
  if (!row) return waitedFor(db, id);
  // Where YouTube refuses the next one nothing else tells of it.
  const notice = row.notice ?? newest?.notice ?? null;
  return {
    watchUrl: row.ytBroadcastId === null ? null : `https://www.youtube.com/watch?v=${row.ytBroadcastId}`,
    ...{ lifeCycleStatus: row.lifeCycle, streamStatus: row.streamStatus, health: row.health, issues: [...row.issues] },
    ...{ viewers: row.viewers, checkedAt: row.checkedAt?.toISOString() ?? null, notice, artworkNotice: row.thumbnailNotice },
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
