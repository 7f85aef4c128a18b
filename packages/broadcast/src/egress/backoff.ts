import { setTimeout as passed } from "node:timers/promises";
import { backOffMs } from "@nightjar/kit";

const PAUSES = { firstMs: 250, longestMs: 10_000 };

/** Pauses between attempts: 250 ms, doubled up to 10 s, for ever; progress begins anew. */
export class Backoff {
  #failures = 0;

  next(): number {
    this.#failures += 1;
    return backOffMs(PAUSES, this.#failures - 1);
  }

  /** Answers when the next attempt is due, or at once when `signal` says that there is nothing to wait for any more. */
  async pause(signal: AbortSignal): Promise<void> {
    await passed(this.next(), undefined, { signal }).catch(() => undefined);
  }

  reset(): void {
    this.#failures = 0;
  }
}
