import { type PublisherRecord, isAlive, signalPublisher } from "./publisher.ts";

/** Ends publishers that nobody feeds any more. Deaf on an empty FIFO, they are killed outright. */
export async function reap(records: readonly PublisherRecord[]): Promise<number> {
  let ended = 0;
  for (const record of records) {
    if (!(await isAlive(record))) continue;
    await signalPublisher(record, "SIGKILL");
    ended += 1;
  }
  return ended;
}
