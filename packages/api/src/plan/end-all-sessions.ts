import type { StreamId } from "@nightjar/contract";
import { streamSessions, testStreams } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { watchReached } from "../audit.ts";
import { openSessionOf, wantedStreams } from "./wanted.ts";

/** Off is wanted, for all of them, and no test either: the operator said so on the machine. @returns those that were wanted */
export function endAllSessions(tx: Tx, at: Date): StreamId[] {
  const call = { services: { clock: { nowMs: () => at.getTime() } }, request: { requestId: "off-air" } };
  tx.delete(testStreams).run();
  return wantedStreams(tx).map((id) => {
    const tell = watchReached(tx, call, { userId: null, action: "streams.stop", entity: "streams", subjectId: id });
    tx.update(streamSessions).set({ stoppedAt: at }).where(openSessionOf(id)).run();
    tell({});
    return id;
  });
}
