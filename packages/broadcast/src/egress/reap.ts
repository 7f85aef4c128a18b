import { type PublisherRecord, isAlive, signalPublisher } from "./publisher.ts";

/** Ends publishers that nobody feeds any more. Deaf on an empty FIFO, they are killed outright. */
export function reap(records: readonly PublisherRecord[]): number {
  let ended = 0;
  for (const record of records) {
    if (!isAlive(record)) continue;
    signalPublisher(record, "SIGKILL");
    ended += 1;
  }
  return ended;
}
