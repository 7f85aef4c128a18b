import { setTimeout as pause } from "node:timers/promises";

/**
 * Time itself is what a test is about here: that nothing happens in it, that a process is left alone for it, or that something comes at no
 * particular moment. Whatever has an event is waited for by that.
 */
export async function timePasses(ms: number, _why: "nothing happens" | "left alone" | "at no particular moment"): Promise<void> {
  await pause(ms);
}

/** How long a test waits for what comes by itself: only so that it ends where that never comes, on a machine that is busy as well. */
export const PATIENCE_MS = 45_000;
