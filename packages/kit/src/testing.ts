import { setTimeout as pause } from "node:timers/promises";
import type { Time } from "./pace.ts";

type WhyTime = "nothing happens" | "left alone" | "at no particular moment" | "so fast";

/**
 * Time itself is what a test is about here: that nothing happens in it, that a process is left alone for it, or that something comes at no
 * particular moment, or so fast and no faster. Whatever has an event is waited for by that.
 */
export async function timePasses(ms: number, _why: WhyTime): Promise<void> {
  await pause(ms);
}

/** How long a test waits for what comes by itself: only so that it ends where that never comes, on a machine that is busy as well. */
export const PATIENCE_MS = 45_000;

/** A clock that stands until somebody waits by it, and then is there: what talks to others really, and waits in between, takes no time. */
export function virtualTime(): Time {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    paused: async (forMs) => void (nowMs += Math.max(0, forMs)),
  };
}

/** Set by `npm run nightly`: what a run by day takes a sample of is walked whole. */
export const IS_WHOLE_WALK = process.env["WALKS"] === "whole";

/** Of a long table: at night each row, by day the first of each kind. */
export function byDayOneOfAKind<T>(rows: readonly T[], kindOf: (row: T) => string): T[] {
  if (IS_WHOLE_WALK) return [...rows];
  return [...new Map(rows.toReversed().map((row) => [kindOf(row), row])).values()].toReversed();
}
