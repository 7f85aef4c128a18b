import type { StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, asc, desc, eq, gt, isNotNull, isNull, notInArray, or } from "drizzle-orm";
import { type Channel, type Row, channelOf, isUnwanted, joined, openRowsOf, watchUrlOf } from "./broadcast-rows.ts";
import { openSession } from "./wanted.ts";

/** Those that are not wanted any more, are still there, and why. That YouTube could not be told its title keeps it from nothing: that stands apart. */
export const leftOf = (db: Db, open: readonly Row[]): Row[] => open.filter((row) => row.notice !== null && isUnwanted(db, row));

/** What to do about them: each with its address, and why it is still there. */
export function leftSentences(db: Db, id: StreamId, left: readonly Row[]): (string | null)[] {
  const sendsTo = openSession(db, id) && channelOf(db, id)?.ytStreamId;
  return left.flatMap((row) => [row.ytBroadcastId === null ? null : notEndedText(row.ytBroadcastId, isFed(row, sendsTo)), row.notice]);
}

/** What is sent to a key, YouTube shows on all that is live on it. */
const isFed = ({ lifeCycle, liveAt, ytStreamId }: Row, sendsTo: string | null | undefined) =>
  ytStreamId === sendsTo && (lifeCycle === "live" || liveAt !== null);

const notEndedText = (ytBroadcastId: string, isFedNow: boolean) =>
  `The broadcast at ${watchUrlOf(ytBroadcastId)} is not ended yet${isFedNow ? ": what is sent now is seen there too" : ""}.`;

/** Of what is not wanted any more and is still there: Stop and Disconnect answer before it is ended. null: there is none */
export function leftNotice(db: Db, id: StreamId): string | null {
  return joined(leftSentences(db, id, leftOf(db, openRowsOf(db, id)))) ?? givenUp(db, id);
}

const OVER = ["complete", "revoked", "missing"];

/** Told until the stream has a channel again. */
function givenUp(db: Db, id: StreamId): string | null {
  if (channelOf(db, id) !== null) return null;
  const newest = db.select().from(ytBroadcasts).where(eq(ytBroadcasts.streamId, id)).orderBy(desc(ytBroadcasts.createdAt)).get();
  return newest && newest.endedAt !== null && !OVER.includes(newest.lifeCycle ?? "") ? givenUpText(newest) : null;
}

/** They were there, or may have been, when they were given up. */
const areGivenUp = and(
  isNotNull(ytBroadcasts.endedAt),
  or(isNull(ytBroadcasts.lifeCycle), notInArray(ytBroadcasts.lifeCycle, OVER)),
  or(eq(ytBroadcasts.isAsked, true), isNotNull(ytBroadcasts.ytBroadcastId)),
);

/** Somebody lets us in again, by the same key: what is still live there would show what is sent from now on. It is read first, for it may have ended since. */
export function takeUpAgain(tx: Tx, id: StreamId, { grantId, ytStreamId }: Channel): void {
  const ofKey = and(eq(ytBroadcasts.streamId, id), eq(ytBroadcasts.ytStreamId, ytStreamId));
  const unread = { lifeCycle: null, checkedAt: null, missingSince: null, notice: null, noticeBy: null };
  tx.update(ytBroadcasts)
    .set({ ...unread, grantId, endedAt: null })
    .where(and(ofKey, areGivenUp))
    .run();
}

/** null: YouTube has never told of it. */
const givenUpText = ({ ytBroadcastId }: Row) =>
  ytBroadcastId === null
    ? null
    : `Google let the studio in no more before the broadcast at ${watchUrlOf(ytBroadcastId)} was ended. It may still be live: end it in YouTube Studio.`;

/** What was given up is told so long where no card does: nobody here hears of its end. */
const TOLD_FOR_MS = 7 * 24 * 60 * 60_000;

/** What to do about broadcasts whose stream was deleted, or that none has ever had: no card tells of them. */
export function leftOfNoStream(db: Db, nowMs: number): string[] {
  const { createdAt, endedAt, streamId } = ytBroadcasts;
  const isToBeTold = or(isNull(endedAt), and(areGivenUp, gt(endedAt, new Date(nowMs - TOLD_FOR_MS))));
  const rows = db
    .select()
    .from(ytBroadcasts)
    .where(and(isNull(streamId), isToBeTold))
    .orderBy(asc(createdAt))
    .all();
  return rows.flatMap((row) => (row.endedAt === null ? ofNoStreamText(row) : givenUpText(row)) ?? []);
}

/** null: it has not been tried yet. */
function ofNoStreamText({ notice, ytBroadcastId }: Row): string | null {
  const which = ytBroadcastId === null ? "A broadcast" : `The broadcast at ${watchUrlOf(ytBroadcastId)}`;
  return notice && `${which} belongs to no stream any more and is not ended yet. ${notice}`;
}
