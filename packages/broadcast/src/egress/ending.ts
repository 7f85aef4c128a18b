import { closeSync, constants, openSync, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { LAST_TAGS } from "../flv/clock-end.ts";
import { monotonicMs } from "../playout/monotonic.ts";
import { type PublisherRecord, fifoPath, isAlive, signalPublisher } from "./publisher.ts";

/** A publisher that was asked to end is killed after this. */
const ASKED_DEADLINE_MS = 1500;
const ASKED_POLL_MS = 50;
/** One that was given its last tags has the rest of its FIFO to send before. */
const GIVEN_DEADLINE_MS = 2500;
const GIVEN_POLL_MS = 20;

/** Ends a publisher that is fed on meanwhile: one that waits on an empty FIFO is deaf. */
export async function endFed(record: PublisherRecord): Promise<void> {
  signalPublisher(record, "SIGINT");
  await gone(record, ASKED_DEADLINE_MS, () => pause(ASKED_POLL_MS));
}

/**
 * Answers when a publisher that was given its last tags has sent all before them and is gone; one that does not end is killed.
 * ffmpeg reads ahead of what it sends, from version 7 on: that all is over it hears at the next tag, so it is given more of them.
 */
export async function endGiven(record: PublisherRecord): Promise<void> {
  await gone(record, GIVEN_DEADLINE_MS, async () => {
    await pause(GIVEN_POLL_MS);
    give(record, LAST_TAGS);
  });
}

async function gone(record: PublisherRecord, deadlineMs: number, wait: () => Promise<void>): Promise<void> {
  const endMs = monotonicMs() + deadlineMs;
  while (monotonicMs() < endMs && isAlive(record)) await wait();
  signalPublisher(record, "SIGKILL");
}

/** Writes so few bytes that a pipe takes all of them or none. */
function give(record: PublisherRecord, bytes: Uint8Array): void {
  try {
    const fd = openSync(fifoPath(record), constants.O_WRONLY | constants.O_NONBLOCK);
    try {
      writeSync(fd, bytes);
    } finally {
      closeSync(fd);
    }
  } catch {
    // It has ended, and nobody reads any more; or it is full, and there is enough to read.
  }
}
