import type { StreamId } from "@nightjar/contract";
import type { Db } from "@nightjar/db";
import { changed, commit } from "../changes.ts";
import { leftNotice } from "../plan/left-behind.ts";
import type { DriverNeeds } from "./driver.ts";
import { waitingRow } from "./next-broadcast.ts";
import { currentNotice, currentRow, joined, readRow, watchUrlOf } from "./rows.ts";

/** What the card of a stream's channel shows of its broadcasts. */
export function cardOf(db: Db, id: StreamId) {
  const ytBroadcastId = currentRow(db, id)?.ytBroadcastId ?? null;
  return {
    notice: joined([currentNotice(db, id), leftNotice(db, id)]),
    streamUrl: ytBroadcastId === null ? null : watchUrlOf(ytBroadcastId),
    waitingPrivacy: waitingRow(db, id)?.privacy ?? null,
  };
}

/** Takes a broadcast a step further. Whoever looks at the card is told where that shows something else by then: on-air tells nothing of what is not on air. */
export async function toldToCard<T>(needs: Pick<DriverNeeds, "db" | "follow">, rowId: string, step: () => Promise<T>): Promise<T> {
  const streamId = readRow(needs.db, rowId)?.streamId ?? null;
  if (streamId === null) return step();
  const shown = () => JSON.stringify(cardOf(needs.db, streamId));
  const before = shown();
  const outcome = await step();
  if (shown() !== before) commit(needs, (tx) => changed(tx, "streams", streamId, "never"));
  return outcome;
}
