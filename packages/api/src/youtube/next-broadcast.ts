import { PRIVACIES } from "@nightjar/contract";
import type { SessionId, StreamId } from "@nightjar/contract";
import { streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { type SQL, and, desc, eq, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { openSession } from "../plan/wanted.ts";
import { sharedPauseMs } from "./pace.ts";
import { type Row, channelOf, insertRow, openRowsOf } from "./rows.ts";
import { type Said, type Texts, say, textsSaid } from "./texts.ts";

/** The one that was live last, or else the newest. */
function lastOf(db: Db | Tx, which: SQL | undefined): Row | null {
  const { createdAt, liveAt } = ytBroadcasts;
  return db.select().from(ytBroadcasts).where(which).orderBy(desc(liveAt), desc(createdAt)).get() ?? null;
}

/** The next of a run is made as was said of this one. */
function lastOfSession(tx: Tx, id: SessionId): Texts | null {
  const last = lastOf(tx, eq(ytBroadcasts.sessionId, id));
  return last && textsSaid(last);
}

/** The one of a run under whose texts YouTube has made a broadcast; null: it has made none yet. */
export const lastMade = (db: Db, id: SessionId): Row | null =>
  lastOf(db, and(eq(ytBroadcasts.sessionId, id), isNotNull(ytBroadcasts.ytBroadcastId)));

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether the next broadcast is to take over: made while this one is live, and live itself before this one is completed. */
function isDue({ lifeCycle, liveAt }: Row, hours: number | null, at: Date): boolean {
  return hours !== null && lifeCycle === "live" && liveAt !== null && at.getTime() - liveAt.getTime() >= hours * HOUR_MS;
}

/** A broadcast that lasts no longer was ended by YouTube for a reason that may end the next one, too. */
const SHORT_MS = HOUR_MS;
const MINUTE_MS = 60_000;
/** One takes of a day's quota what three tries do of anything else. */
const SELDOM_MS = 3 * HOUR_MS;
/** How long after its end the next one is made, by how many in a row were so short. Three take its place at once: who is to watch is to find one within two minutes. */
const RENEWAL_PAUSES_MS = [0, 0, 0, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, SELDOM_MS] as const;
const renewalPauseMs = (before: number): number => RENEWAL_PAUSES_MS[before] ?? SELDOM_MS;

export interface Renewal {
  /** Broadcasts of this run in a row that YouTube ended soon after they began. */
  readonly shortOnes: number;
  readonly pauseMs: number;
  readonly dueAtMs: number;
}

/** When the next broadcast of a run may be made: what YouTube ends again and again must not use up the units of all other streams. */
export function renewalOf(db: Db | Tx, sessionId: SessionId, ytStreamId: string): Renewal {
  const ofRun = and(eq(ytBroadcasts.sessionId, sessionId), eq(ytBroadcasts.ytStreamId, ytStreamId), isNotNull(ytBroadcasts.endedAt));
  const newestFirst = db
    .select()
    .from(ytBroadcasts)
    .where(ofRun)
    .orderBy(desc(ytBroadcasts.createdAt))
    .limit(RENEWAL_PAUSES_MS.length)
    .all();
  const firstLong = newestFirst.findIndex((row) => lifeMs(row) >= SHORT_MS);
  const shortOnes = firstLong === -1 ? newestFirst.length : firstLong;
  const endedAtMs = newestFirst[0]?.endedAt?.getTime() ?? 0;
  const failing = shortOnes > 1 ? 1 + endedBefore(db, sessionId, endedAtMs) : 1;
  const pauseMs = sharedPauseMs(renewalPauseMs, Math.max(0, shortOnes - 1), failing);
  return { shortOnes, pauseMs, dueAtMs: endedAtMs + pauseMs };
}

/** How many others on air YouTube ended again and again within a day before that: all take turns. What ends later changes no turn. */
function endedBefore(db: Db | Tx, sessionId: SessionId, endedAtMs: number): number {
  const { endedAt } = ytBroadcasts;
  const isInDay = and(gt(endedAt, new Date(endedAtMs - DAY_MS)), lte(endedAt, new Date(endedAtMs)));
  const isOnAir = and(eq(streamSessions.id, ytBroadcasts.sessionId), isNull(streamSessions.stoppedAt));
  const rows = db.select().from(ytBroadcasts).innerJoin(streamSessions, isOnAir).where(isInDay).all();
  const short = new Map<SessionId, number>();
  for (const { stream_sessions: session, yt_broadcasts: row } of rows) {
    // Of those that ended in the same moment one has to come first.
    const isBefore = session.id < sessionId || (session.id !== sessionId && (row.endedAt?.getTime() ?? 0) < endedAtMs);
    if (isBefore && lifeMs(row) < SHORT_MS) short.set(session.id, (short.get(session.id) ?? 0) + 1);
  }
  return [...short.values()].filter((count) => count > 1).length;
}

export const pausedText = ({ pauseMs, shortOnes }: Renewal) =>
  `YouTube ended ${shortOnes} broadcasts of this stream in a row soon after they began: YouTube Studio tells why. The next one is made ${lengthText(pauseMs)} after the last of them ended; what is sent goes on meanwhile.`;

function lengthText(ms: number): string {
  if (ms === MINUTE_MS) return "a minute";
  return ms < 2 * HOUR_MS ? `${ms / MINUTE_MS} minutes` : `${Math.round(ms / HOUR_MS)} hours`;
}

const lifeMs = ({ createdAt, endedAt, liveAt }: Row) => (endedAt?.getTime() ?? 0) - (liveAt ?? createdAt).getTime();

export interface Ensured {
  /** Those for which one was made. */
  readonly made: readonly StreamId[];
  /** When the first of those may be made that are waited for; null: none is. */
  readonly dueAtMs: number | null;
}

/** Every stream on air with a channel has a broadcast of that run: the one that was made by hand, else a new one. What has been live for as long as its stream wants is followed by the next. */
export function ensureRows(tx: Tx, at: Date): Ensured {
  const { description, id, title, ytRollOverHours } = streams;
  const wanted = tx
    .select({ stream: { description, id, title, ytRollOverHours }, session: { id: streamSessions.id, privacy: streamSessions.privacy } })
    .from(streams)
    .innerJoin(streamSessions, and(eq(streamSessions.streamId, streams.id), isNull(streamSessions.stoppedAt)))
    .where(eq(streams.ytConnected, true))
    .all();
  const waitedForMs: number[] = [];
  const made = wanted.flatMap(({ session, stream }) => {
    const channel = channelOf(tx, stream.id);
    const rows = openRowsOf(tx, stream.id).filter(({ ytStreamId }) => ytStreamId === channel?.ytStreamId);
    const newest = rows.findLast(({ sessionId }) => sessionId === session.id);
    if (!channel || (newest && !isDue(newest, stream.ytRollOverHours, at))) return [];
    const { dueAtMs } = renewalOf(tx, session.id, channel.ytStreamId);
    if (at.getTime() < dueAtMs) {
      waitedForMs.push(dueAtMs);
      return [];
    }
    const prepared = newest ? null : waitingRow(tx, stream.id);
    if (prepared) adopt(tx, prepared, session.id);
    else {
      const privacy = PRIVACIES.find((one) => one === session.privacy) ?? "unlisted";
      const texts = lastOfSession(tx, session.id) ?? { title: stream.title, description: stream.description ?? "", privacy };
      insertRow(tx, channel, { ...texts, streamId: stream.id, sessionId: session.id }, at);
    }
    return [stream.id];
  });
  return { made, dueAtMs: waitedForMs.length === 0 ? null : Math.min(...waitedForMs) };
}

/** What was made by hand is this run's from now on. */
const adopt = (tx: Tx, { id }: Row, sessionId: SessionId) =>
  void tx.update(ytBroadcasts).set({ sessionId }).where(eq(ytBroadcasts.id, id)).run();

/** A broadcast that was made by hand, and waits for this Start, is to be as that says. */
export function sayAtStart(tx: Tx, id: StreamId, said: Said): void {
  const waiting = waitingRow(tx, id);
  if (waiting) say(tx, waiting, said);
}

/** What is said of a stream is said of its run at YouTube, whether that can be asked now or hours later; those that have ended are what the next is made like. */
export function sayOnAir(tx: Tx, id: StreamId, said: Said): void {
  const session = openSession(tx, id);
  if (!session) return;
  for (const row of tx.select().from(ytBroadcasts).where(eq(ytBroadcasts.sessionId, session.id)).all()) say(tx, row, said);
}

/** The one that was made by hand, and that the next Start uses; null: none waits. */
export function waitingRow(db: Db | Tx, id: StreamId): Row | null {
  const channel = channelOf(db, id);
  return openRowsOf(db, id).find(({ sessionId, ytStreamId }) => sessionId === null && ytStreamId === channel?.ytStreamId) ?? null;
}
