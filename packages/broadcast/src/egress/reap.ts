import { setTimeout as pause } from "node:timers/promises";
import { type PublisherRecord, isAlive, signalPublisher } from "./publisher.ts";

/** A killed process is gone within milliseconds, but not at once. */
const GONE_DEADLINE_MS = 2000;
const POLL_MS = 10;

/** Ends publishers that nobody feeds any more, and answers when they are gone. Deaf on an empty FIFO, they are killed outright. */
export async function reap(records: readonly PublisherRecord[]): Promise<number> {
  const alive = records.filter(isAlive);
  for (const record of alive) signalPublisher(record, "SIGKILL");
  for (let waitedMs = 0; waitedMs < GONE_DEADLINE_MS && alive.some(isAlive); waitedMs += POLL_MS) await pause(POLL_MS);
  return alive.length;
}
