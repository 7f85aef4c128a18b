import type { Logger } from "@nightjar/contract";
import { RELEASED_FOR_MS } from "./release-files.ts";

/** By then what was released is due by any clock. */
const MARGIN_MS = 1000;

/** When files that nothing uses any more are removed. */
export interface FileSweeps {
  /** Never throws. */
  now(): void;
  /** Files were released: once they are due, and again while something on air needs some of them, or it fails. */
  soon(): void;
  close(): void;
}

/** @param sweep answers whether all that is due is gone */
export function createFileSweeps(sweep: () => Promise<boolean>, log: Logger): FileSweeps {
  return new CoalescedSweeps(sweep, log);
}

class CoalescedSweeps implements FileSweeps {
  readonly #sweep: () => Promise<boolean>;
  readonly #log: Logger;
  /** Of what was released last. */
  #dueAtMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(sweep: () => Promise<boolean>, log: Logger) {
    this.#sweep = sweep;
    this.#log = log;
  }

  now(): void {
    void this.#run();
  }

  soon(): void {
    this.#dueAtMs = performance.now() + RELEASED_FOR_MS + MARGIN_MS;
    this.#wind();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #wind(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#ring(), this.#dueAtMs - performance.now()).unref();
  }

  async #ring(): Promise<void> {
    this.#timer = null;
    if (this.#dueAtMs > performance.now()) this.#wind();
    await this.#run();
  }

  async #run(): Promise<void> {
    const isAllGone = await this.#sweep().catch((error: unknown) => {
      this.#log.error({ err: error }, "unused files could not be swept");
      return false;
    });
    if (!isAllGone) this.soon();
  }
}
