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

  reset(): void {
    this.#nextMs = FIRST_MS;
  }
}
