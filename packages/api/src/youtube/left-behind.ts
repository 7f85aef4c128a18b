import type { StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { desc, eq } from "drizzle-orm";
import { type Row, channelOf, openRowsOf, wantedOf, watchUrlOf } from "./rows.ts";

/** What to do about a broadcast that is not wanted any more and is still there: Stop and Disconnect answer before it is ended. null: there is none */
export function leftNotice(db: Db, id: StreamId): string | null {
  // That YouTube could not be told its title keeps it from nothing: that stands apart.
  const left = openRowsOf(db, id).find((row) => row.notice !== null && wantedOf(db, row) === "gone");
  if (left?.ytBroadcastId != null) return `The broadcast at ${watchUrlOf(left.ytBroadcastId)} is not ended yet. ${left.notice}`;
  return left?.notice ?? givenUp(db, id);
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
