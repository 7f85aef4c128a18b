import type { Activity, StreamId } from "@nightjar/contract";
import { auditLog } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { changed } from "../changes.ts";

type ByItself = Extract<Activity["action"], "youtube.reconnect" | "youtube.renew" | "youtube.newKey">;

/** Tells the operator what the studio did for a stream by itself. */
export function noteItself(tx: Tx, action: ByItself, subjectId: StreamId, nowMs: number): void {
  const what = { action, entity: "streams", subjectId, outcome: "ok" };
  tx.insert(auditLog)
    .values({ ...what, at: new Date(nowMs), userId: null, requestId: "self-heal" })
    .run();
  changed(tx, "streams", subjectId, "never");
}
