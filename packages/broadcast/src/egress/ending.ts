import { closeSync, constants, openSync, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "../playout/monotonic.ts";
import { readBytes } from "./linux-proc.ts";
import { type PublisherRecord, fifoPath, isAlive, signalPublisher } from "./publisher.ts";

const DRAIN_DEADLINE_MS = 1000;
const DRAIN_POLL_MS = 10;
/** It has read nothing new for so many looks: it waits for more. */
const IDLE_LOOKS = 4;
/** A publisher that was asked to end is killed after this. */
const END_DEADLINE_MS = 1500;
const FED_POLL_MS = 50;

/** Ends a publisher that is fed on meanwhile: one that waits on an empty FIFO is deaf. */
export async function endFed(record: PublisherRecord): Promise<void> {
  signalPublisher(record, "SIGINT");
  await gone(record, FED_POLL_MS);
}

async function gone(record: PublisherRecord, pollMs: number): Promise<void> {
  const deadlineMs = monotonicMs() + END_DEADLINE_MS;
  while (monotonicMs() < deadlineMs && isAlive(record)) await pause(pollMs);
  signalPublisher(record, "SIGKILL");
}

/**
 * Ends a publisher that nobody feeds any more, as soon as it has sent all it was given. It looks for signals between two
 * packets only, so that the last one must come after the signal; without one, a second signal lets it leave its read unfinished.
 */
export async function endDrained(record: PublisherRecord, lastTag: Uint8Array | null): Promise<void> {
  await drained(record);
  signalPublisher(record, "SIGINT");
  await pause(DRAIN_POLL_MS);
  if (!lastTag) signalPublisher(record, "SIGINT");
  write(record, lastTag ?? Buffer.alloc(1));
  await gone(record, DRAIN_POLL_MS);
}

async function drained({ pid }: PublisherRecord): Promise<void> {
  const deadlineMs = monotonicMs() + DRAIN_DEADLINE_MS;
  let idle = 0;
  for (let before = readBytes(pid); idle < IDLE_LOOKS && monotonicMs() < deadlineMs;) {
    await pause(DRAIN_POLL_MS);
    const now = readBytes(pid);
    idle = now === before ? idle + 1 : 0;
    before = now;
  }
}

function write(record: PublisherRecord, bytes: Uint8Array): void {
  try {
    const fd = openSync(fifoPath(record), constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(fd, bytes);
    closeSync(fd);
  } catch {
    // Nobody reads any more: it has ended.
  }
}
