import { type BackOff, backOffMs } from "@nightjar/kit";

/** It may go on by itself: no answer of our server came, or its last connection still holds the file. Its message is what an operator reads. */
export class LostError extends Error {
  override readonly name = "LostError";
}

export interface Held {
  /** Why, as a sentence without its full stop. */
  readonly reason: string;
  readonly tryNow: () => void;
}

export interface GoOnOptions {
  /** It waits, and goes on by itself. null: it goes on. */
  readonly onHeld: (held: Held | null) => void;
  readonly signal: AbortSignal;
}

export interface GoOnPorts {
  /** Rests until the time is over, or the connection is back, or it is woken. */
  rest(ms: number, wake: AbortSignal): Promise<void>;
  nowMs(): number;
}

/** A sign of life is awaited for so long at most: the look at a whole file takes a while. */
export const SIGN_MAX_MS = 180_000;
const RESTS: BackOff = { firstMs: 1000, longestMs: 15_000 };
/** Awake for so long without any progress it is given up; another try goes on from there. */
const GIVEN_UP_AFTER_MS = 30 * 60_000;

/** Tries again and again what was lost. @throws LostError once it is given up, AbortError, or what else the attempt threw */
export async function goOn<T>(
  attempt: (cameFurther: () => void) => Promise<T>,
  { onHeld, signal }: GoOnOptions,
  { nowMs, rest }: GoOnPorts,
): Promise<T> {
  let lookedAtMs = nowMs();
  let inVainMs = 0;
  let failures = 0;
  /** Longer than the wait: the machine slept; not counted. */
  const passed = (mostMs: number) => {
    const beforeMs = lookedAtMs;
    lookedAtMs = nowMs();
    inVainMs += Math.min(lookedAtMs - beforeMs, mostMs);
  };
  const cameFurther = () => {
    lookedAtMs = nowMs();
    inVainMs = 0;
    failures = 0;
  };
  for (;;) {
    const wake = new AbortController();
    try {
      return await attempt(cameFurther);
    } catch (error) {
      if (!(error instanceof LostError)) throw error;
      passed(SIGN_MAX_MS);
      if (inVainMs > GIVEN_UP_AFTER_MS) throw error;
      onHeld({ reason: error.message, tryNow: () => wake.abort() });
    }
    const restMs = backOffMs(RESTS, failures++);
    await rest(restMs, AbortSignal.any([wake.signal, signal]));
    passed(restMs);
    signal.throwIfAborted();
    onHeld(null);
  }
}
