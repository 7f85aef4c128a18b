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
  const notice = noticeOf(row, newest);
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

type Noticed = Pick<typeof ytBroadcasts.$inferSelect, "notice" | "refusedTexts">;
/**
 * What is told of a broadcast, or else of the one that is to take over from it: where YouTube refuses that, nothing else tells of it. After that,
 * why either has other texts than were said. null: nothing
 */
export function noticeOf(row: Noticed, next: Noticed = row): string | null {
  const notice = row.notice ?? next.notice;
  const refused = [row, next].flatMap(({ refusedTexts }) => refusedTexts ?? []).map(({ why }) => why);
  const sentences = new Set([...(notice === null ? [] : [notice]), ...refused]);
  return sentences.size === 0 ? null : [...sentences].join(" ");
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
