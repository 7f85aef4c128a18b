import type { GrantId, StreamId } from "@nightjar/contract";
import { streams, ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { openSession } from "./wanted.ts";

export type Row = typeof ytBroadcasts.$inferSelect;
export const watchUrlOf = (ytBroadcastId: string) => `https://www.youtube.com/watch?v=${ytBroadcastId}`;

export const openRowsOf = (db: Db | Tx, id: StreamId): Row[] =>
  db
    .select()
    .from(ytBroadcasts)
    .where(and(eq(ytBroadcasts.streamId, id), isNull(ytBroadcasts.endedAt)))
    .orderBy(asc(ytBroadcasts.createdAt))
    .all();

export interface Channel {
  readonly grantId: GrantId;
  readonly ytStreamId: string;
}

/** A stream's channel; null: it has none. Asked for several times in each look at a broadcast: of these columns alone. */
export function channelOf(db: Db | Tx, id: StreamId): Channel | null {
  const { ytConnected, ytGrantId, ytLiveStreamId } = streams;
  const row = db.select({ ytConnected, ytGrantId, ytLiveStreamId }).from(streams).where(eq(streams.id, id)).get();
  return row?.ytConnected && row.ytGrantId !== null && row.ytLiveStreamId !== null
    ? { grantId: row.ytGrantId, ytStreamId: row.ytLiveStreamId }
    : null;
}

/** Its stream was stopped, disconnected or deleted, or viewers see the next one already. */
export function isUnwanted(db: Db | Tx, row: Row): boolean {
  const { sessionId, streamId, ytStreamId } = row;
  // A stream that was connected anew sends elsewhere.
  if (streamId === null || channelOf(db, streamId)?.ytStreamId !== ytStreamId) return true;
  return sessionId !== null && (openSession(db, streamId)?.id !== sessionId || isFollowed(db, streamId, row));
}

function isFollowed(db: Db | Tx, id: StreamId, { createdAt, sessionId }: Row): boolean {
  return openRowsOf(db, id).some((other) => other.sessionId === sessionId && other.lifeCycle === "live" && other.createdAt > createdAt);
}

/** Each sentence once; null: there is none. */
export function joined(sentences: readonly (string | null)[]): string | null {
  return [...new Set(sentences)].filter((sentence) => sentence !== null).join(" ") || null;
}

/**
 * What is told of a broadcast, or else of the one that is to take over from it: where YouTube refuses that, nothing else tells of it. After that,
 * why either has other texts than were said. null: nothing
 */
export function noticeOf(row: Row, next: Row = row): string | null {
  const refused = [row, next].flatMap(({ refusedTexts }) => refusedTexts ?? []).map(({ why }) => why);
  return joined([row.notice ?? next.notice, ...refused]);
}
