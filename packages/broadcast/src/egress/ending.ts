import { setTimeout as pause } from "node:timers/promises";
import { endInput } from "@nightjar/media";
import { monotonicMs } from "../playout/monotonic.ts";
import { type PublisherRecord, isAlive, signalPublisher } from "./publisher.ts";
import { reap } from "./reap.ts";

/** It has the rest of its FIFO to send before it ends; one that has not by then is killed. */
const DEADLINE_MS = 2500;
const POLL_MS = 20;

/**
 * Ends a publisher whose FIFO nobody else has open for writing any more: it sends all that is in there, says goodbye to the far
 * end, and is gone when this answers. A signal is heard between any two reads: it is only for one whose input nothing holds open.
 */
export async function endPublisher(record: PublisherRecord): Promise<void> {
  if (!isAlive(record)) return;
  if (!endInput(record.pid)) signalPublisher(record, "SIGINT");
  const endMs = monotonicMs() + DEADLINE_MS;
  while (monotonicMs() < endMs && isAlive(record)) await pause(POLL_MS);
  await reap([record]);
}
