/** A clock, and how to wait by it. */
export interface Time {
  readonly nowMs: () => number;
  /** Answers after that time, or as soon as nobody waits any more. */
  readonly paused: (forMs: number, signal: AbortSignal) => Promise<void>;
}

export interface PaceOptions {
  /** So many may begin … */
  readonly starts: number;
  /** … within any span of this length. */
  readonly withinMs: number;
  readonly time?: Time;
}

/** Work that begins no oftener than whoever serves it allows; the rest waits its turn. */
export interface Pace {
  /** Answers when it may begin. Who gives up waiting takes nobody's turn. @throws the signal's reason */
  turn(signal: AbortSignal): Promise<void>;
}

export function createPace({ starts, withinMs, time = REAL_TIME }: PaceOptions): Pace {
  const { nowMs } = time;
  /** When the last ones began, the oldest first. */
  const begun: number[] = [];
  let before: Promise<void> = Promise.resolve();

  const begin = async (signal: AbortSignal) => {
    const [first = 0] = begun;
    if (begun.length === starts) await time.paused(first + withinMs - nowMs(), signal);
    if (signal.aborted) return;
    begun.push(nowMs());
    if (begun.length > starts) begun.shift();
  };
  return {
    async turn(signal) {
      before = before.then(() => begin(signal));
      await before;
      signal.throwIfAborted();
    },
  };
}

/** Answers after that time, or as soon as nobody waits any more. */
export async function paused(forMs: number, signal: AbortSignal): Promise<void> {
  if (forMs <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  const timer = setTimeout(stop, forMs);
  signal.addEventListener("abort", stop, { once: true });
  await promise;
  clearTimeout(timer);
  // It may be the signal of many waits.
  signal.removeEventListener("abort", stop);
}

export const REAL_TIME: Time = { nowMs: () => performance.now(), paused };
