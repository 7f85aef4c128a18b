import type { StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { desc, eq } from "drizzle-orm";
import { type Row, channelOf, isUnwanted, joined, openRowsOf, watchUrlOf } from "./broadcast-rows.ts";
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

const OVER: ReadonlySet<string | null> = new Set(["complete", "revoked", "missing"]);

/** Told until the stream has a channel again. */
function givenUp(db: Db, id: StreamId): string | null {
  if (channelOf(db, id) !== null) return null;
  const newest = db.select().from(ytBroadcasts).where(eq(ytBroadcasts.streamId, id)).orderBy(desc(ytBroadcasts.createdAt)).get();
  return newest && newest.endedAt !== null && !OVER.has(newest.lifeCycle) ? givenUpText(newest) : null;
}

/** null: YouTube has never told of it. */
const givenUpText = ({ ytBroadcastId }: Row) =>
  ytBroadcastId === null
    ? null
    : `Google let the studio in no more before the broadcast at ${watchUrlOf(ytBroadcastId)} was ended. It may still be live: end it in YouTube Studio.`;
