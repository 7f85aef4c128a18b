import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 20;

/**
 * Looks again and again until there is something (neither undefined, null nor false), and gives it back.
 * @throws with what was waited for when the time is over
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<Exclude<T, undefined | null | false>> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (isThere(found)) return found;
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await pause(EVERY_MS);
  }
}

function isThere<T>(found: T): found is Exclude<T, undefined | null | false> {
  return found !== undefined && found !== null && found !== false;
}

/** Does something again and again until it no longer throws. @throws what it threw last when the time is over */
export async function eventually<T>(look: () => Promise<T>, timeoutMs = 30_000): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
    }
    await pause(EVERY_MS);
  }
}
