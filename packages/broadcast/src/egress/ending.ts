import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "../playout/monotonic.ts";
import { type PublisherRecord, isAlive, signalPublisher } from "./publisher.ts";

/** A publisher that was asked to end is killed after this. */
const ASKED_DEADLINE_MS = 1500;
const ASKED_POLL_MS = 50;
/** One that was given its last tags has the rest of its FIFO to send before. */
const GIVEN_DEADLINE_MS = 2500;
const GIVEN_POLL_MS = 10;

/** Ends a publisher that is fed on meanwhile: one that waits on an empty FIFO is deaf. */
export async function endFed(record: PublisherRecord): Promise<void> {
  signalPublisher(record, "SIGINT");
  await gone(record, ASKED_DEADLINE_MS, ASKED_POLL_MS);
}

/** Answers when a publisher that was given its last tags has sent all before them and is gone; one that does not end is killed. */
export async function endGiven(record: PublisherRecord): Promise<void> {
  await gone(record, GIVEN_DEADLINE_MS, GIVEN_POLL_MS);
}

async function gone(record: PublisherRecord, deadlineMs: number, pollMs: number): Promise<void> {
  const endMs = monotonicMs() + deadlineMs;
  while (monotonicMs() < endMs && isAlive(record)) await pause(pollMs);
  signalPublisher(record, "SIGKILL");
}
