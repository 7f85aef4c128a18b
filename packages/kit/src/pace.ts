export interface PaceOptions {
  /** So many may begin … */
  readonly starts: number;
  /** … within any span of this length. */
  readonly withinMs: number;
  readonly nowMs?: () => number;
}

/** Work that begins no oftener than whoever serves it allows; the rest waits its turn. */
export interface Pace {
  /** Answers when it may begin. Who gives up waiting takes nobody's turn. @throws the signal's reason */
  turn(signal: AbortSignal): Promise<void>;
}

export function createPace({ starts, withinMs, nowMs = () => performance.now() }: PaceOptions): Pace {
  /** When the last ones began, the oldest first. */
  const begun: number[] = [];
  let before: Promise<void> = Promise.resolve();

  const begin = async (signal: AbortSignal) => {
    const [first = 0] = begun;
    if (begun.length === starts) await paused(first + withinMs - nowMs(), signal);
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
  const timer = setTimeout(resolve, forMs);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
