import { libc } from "./libc.ts";

const GIVE_BACK_EVERY_MS = 60_000;

/**
 * Gives the system back, from time to time, what was freed here: the C library keeps that for later, in pieces between what is in use,
 * and after a dozen Starts these are tens of megabytes. It takes 1 to 4 ms. Without the C library they stay.
 * @returns ends it
 */
export function givesBackFreed(everyMs = GIVE_BACK_EVERY_MS): () => void {
  const timer = setInterval(() => libc()?.trimHeap(), everyMs).unref();
  return () => clearInterval(timer);
}
