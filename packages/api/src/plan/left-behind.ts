import type { StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { and, desc, eq, isNotNull, isNull, notInArray, or } from "drizzle-orm";
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
