import { setTimeout as pause } from "node:timers/promises";
import { withinMs } from "@nightjar/kit";
import { createScheduler } from "@nightjar/media";
import { isWaiting } from "./kernel/index.ts";
import { Targets } from "./targets.ts";
import type { PublisherRecord } from "./publisher.ts";

/** More of them at once take the processor from one another, and from what opens their streams: then the first is no sooner than the last. */
const AT_ONCE = 3;
/** One that takes longer, or is not woken yet, holds up the others no more. */
const HELD_MS = 300;
const LOOK_MS = 5;
/** Who starts a dozen streams starts the next one within this. */
const QUIET_MS = 300;
const CROWD_MOST_MS = 1000;

/**
 * The publishers of all streams start a few at a time: each has its place until it waits for what it is to send. And who may wait
 * until streams that begin together have begun is told when.
 */
export class PublisherStarts {
  /** Who starts one to send has claimed its target before; who only tries, borrows it. */
  readonly targets = new Targets();
  readonly #places = createScheduler({ concurrency: AT_ONCE, now: () => performance.now() });
  #waitingOrStarting = 0;
  /** With what else streams that begin wait for. */
  #beginning = 0;
  #idle: PromiseWithResolvers<void> | null = null;
  #quiet: NodeJS.Timeout | null = null;
  #crowd: PromiseWithResolvers<void> | null = null;

  /** Answers as `start` does, when its turn has come. */
  run(start: () => Promise<PublisherRecord>): Promise<PublisherRecord> {
    const started = Promise.withResolvers<PublisherRecord>();
    const label = "a publisher starts";
    this.#waitingOrStarting += 1;
    this.#begin();
    void this.#places.schedule({ lane: "air", label }, async () => {
      try {
        const record = await start();
        started.resolve(record);
        await starting(record);
      } catch (error) {
        started.reject(error);
      } finally {
        this.#left();
      }
    });
    return started.promise;
  }

  /** Until then a stream begins: what is to be seen and heard of it now is being asked for. */
  hold(asked: Promise<unknown>): void {
    this.#begin();
    void asked.then(() => this.#begun());
  }

  /** Settles when none waits for its turn or is starting and nothing holds, nor did a moment ago. */
  async idle(): Promise<void> {
    if (this.#beginning === 0 && !this.#quiet) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
  }

  /** Settles when no more than one waits for its turn or is starting; a crowd holds nobody up for longer than a second. */
  async noCrowd(): Promise<void> {
    if (this.#waitingOrStarting <= 1) return;
    this.#crowd ??= Promise.withResolvers();
    await withinMs(this.#crowd.promise, CROWD_MOST_MS);
  }

  #left(): void {
    this.#waitingOrStarting -= 1;
    if (this.#waitingOrStarting <= 1) {
      this.#crowd?.resolve();
      this.#crowd = null;
    }
    this.#begun();
  }

  #begin(): void {
    this.#beginning += 1;
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#quiet = null;
  }

  #begun(): void {
    this.#beginning -= 1;
    if (this.#beginning > 0) return;
    this.#quiet = setTimeout(() => {
      this.#quiet = null;
      this.#idle?.resolve();
      this.#idle = null;
    }, QUIET_MS);
  }
}

/** Looks again and again, for the kernel tells nobody that a process waits; and for no longer than it may hold up the others. */
async function starting({ pid }: PublisherRecord): Promise<void> {
  const untilMs = performance.now() + HELD_MS;
  while (performance.now() < untilMs && !isWaiting(pid)) await pause(LOOK_MS);
}
