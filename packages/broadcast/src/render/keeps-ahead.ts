import type { UnitHandle } from "./unit-handle.ts";

/** A render must be at least this much faster than it is played, because the machine may get busier. */
const SPEED_RESERVE = 1.15;
/** So much must be there before the speed is believed: two closed GOPs. */
const FIRST_MS = 4000;
/** How much of it must still be unplayed while it is slower than that. */
const MARGIN_MS = 4000;
const LOOK_EVERY_MS = 200;
/** Several GOPs of a render that is just fast enough. */
const SPEED_WINDOW_MS = 8000;

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

interface Sample {
  readonly atMs: number;
  readonly renderedMs: number;
}

/** Watches a unit grow. Its speed is that of the last seconds: the machine may have got busier. */
export class GrowthWatch {
  readonly #handle: UnitHandle;
  readonly #totalMs: number;
  readonly #now: () => number;
  #samples: Sample[] = [];

  constructor(handle: UnitHandle, totalMs: number, now: () => number = () => performance.now()) {
    this.#handle = handle;
    this.#totalMs = totalMs;
    this.#now = now;
  }

  /** To be asked now and then: what it tells is seen between two of its calls. */
  growth(): Growth {
    const nowMs = this.#now();
    const renderedMs = this.#handle.current()?.isComplete ? this.#totalMs : this.#handle.progress() * this.#totalMs;
    if (renderedMs > 0) this.#samples.push({ atMs: nowMs, renderedMs });
    // One that is older than the window stays: what is measured begins there.
    while ((this.#samples[1]?.atMs ?? nowMs) < nowMs - SPEED_WINDOW_MS) this.#samples.shift();
    const [oldest] = this.#samples;
    const tookMs = oldest ? nowMs - oldest.atMs : 0;
    const speed = oldest && tookMs > 0 ? (renderedMs - oldest.renderedMs) / tookMs : 0;
    return { renderedMs, totalMs: this.#totalMs, speed };
  }
}

/** Settles when the unit can be aired from its beginning without being caught up with. @throws when it is given up */
export async function keepsAhead(
  handle: UnitHandle,
  totalMs: number,
  watch: GrowthWatch = new GrowthWatch(handle, totalMs),
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
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
