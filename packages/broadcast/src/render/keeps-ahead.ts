import type { UnitHandle } from "./renderer.ts";

/** A render must be at least this much faster than it is played, because the machine may get busier. */
const SPEED_RESERVE = 1.15;
/** So much must be there before the speed is believed: two closed GOPs. */
const FIRST_MS = 4000;
/** How much of it must still be unplayed while it is slower than that. */
const MARGIN_MS = 4000;
const LOOK_EVERY_MS = 200;

export interface Growth {
  readonly renderedMs: number;
  readonly totalMs: number;
  /** Played time made in a second of ours. */
  readonly speed: number;
}

/** Whether a unit that is `playedMs` in may go on being played while it grows, and will not be caught up with. */
export function staysAhead({ renderedMs, totalMs, speed }: Growth, playedMs = 0): boolean {
  if (renderedMs >= totalMs) return true;
  const leadMs = renderedMs - playedMs;
  if (leadMs < FIRST_MS) return false;
  // Slower than it is played, the lead shrinks by this much until its last frame is made.
  const lossMs = (totalMs - renderedMs) * Math.max(0, SPEED_RESERVE / Math.max(speed, 1e-3) - 1);
  return lossMs === 0 || leadMs - lossMs >= MARGIN_MS;
}

/** Watches a unit grow. */
export class GrowthWatch {
  readonly #handle: UnitHandle;
  readonly #totalMs: number;
  readonly #now: () => number;
  #first: { readonly atMs: number; readonly renderedMs: number } | null = null;

  constructor(handle: UnitHandle, totalMs: number, now: () => number = () => performance.now()) {
    this.#handle = handle;
    this.#totalMs = totalMs;
    this.#now = now;
  }

  growth(): Growth {
    const nowMs = this.#now();
    const renderedMs = this.#handle.current()?.isComplete ? this.#totalMs : this.#handle.progress() * this.#totalMs;
    if (renderedMs > 0) this.#first ??= { atMs: nowMs, renderedMs };
    const tookMs = this.#first ? nowMs - this.#first.atMs : 0;
    const speed = this.#first && tookMs > 0 ? (renderedMs - this.#first.renderedMs) / tookMs : 0;
    return { renderedMs, totalMs: this.#totalMs, speed };
  }
}

/** Settles when the unit can be aired from its beginning without being caught up with. @throws when it is given up */
export async function keepsAhead(handle: UnitHandle, totalMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const watch = new GrowthWatch(handle, totalMs);
  const timer = setInterval(() => {
    if (staysAhead(watch.growth())) resolve();
  }, LOOK_EVERY_MS);
  handle.done.then(() => resolve(), reject);
  try {
    await promise;
  } finally {
    clearInterval(timer);
  }
}
