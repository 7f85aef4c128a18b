import { setTimeout as passed } from "node:timers/promises";

const FIRST_MS = 250;
const LAST_MS = 10_000;

/** Pauses between attempts: 250 ms, doubled up to 10 s, for ever; progress begins anew. */
export class Backoff {
  #nextMs = FIRST_MS;

  next(): number {
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(LAST_MS, pauseMs * 2);
    return pauseMs;
  }

  /** Answers when the next attempt is due, or at once when `signal` says that there is nothing to wait for any more. */
  async pause(signal: AbortSignal): Promise<void> {
    await passed(this.next(), undefined, { signal }).catch(() => undefined);
  }

  reset(): void {
    this.#nextMs = FIRST_MS;
  }
}
