import { vi } from "vitest";
import type { Hearing, OpenFrom } from "../../src/lib/live/connection.ts";
import { createLiveStore } from "../../src/lib/live/live-store.ts";
import { createReadFrom } from "../../src/lib/live/read-from.ts";

interface Timer {
  readonly run: () => void;
  readonly dueMs: number;
  readonly ms: number;
}

/** The store with connections and a clock of the test's own. */
export function setupLiveStore(readFromId: string | null = "boot-0") {
  const sources: { from: OpenFrom; hearing: Hearing; closed: boolean }[] = [];
  const timers = new Set<Timer>();
  const calls = { onHeard: vi.fn(), onEvent: vi.fn(), onReopened: vi.fn(), onLost: vi.fn(), onWoken: vi.fn() };
  const readFrom = createReadFrom();
  if (readFromId !== null) readFrom.answered("auth.me", readFromId);
  let now = 1000;
  const store = createLiveStore({
    open: (from, hearing) => {
      const source = { from, hearing, closed: false };
      sources.push(source);
      return { close: () => void (source.closed = true) };
    },
    readFrom,
    nowMs: () => now,
    setTimer: (run, ms) => {
      const timer = { run, ms, dueMs: now + ms };
      timers.add(timer);
      return timer;
    },
    clearTimer: (timer) => void timers.delete(timer as Timer),
    ...calls,
  });
  const newest = () => {
    const source = sources.at(-1);
    if (!source) throw new Error("nothing was opened");
    return source.hearing;
  };
  return {
    store,
    sources,
    readFrom,
    calls,
    /** As if the computer had slept: the time is another, and no timer ran. */
    setNow: (ms: number) => void (now = ms),
    /** What is due until then runs when it is due. */
    pass(ms: number) {
      const endMs = now + ms;
      for (;;) {
        const next = [...timers].toSorted((a, b) => a.dueMs - b.dueMs)[0];
        if (!next || next.dueMs > endMs) break;
        timers.delete(next);
        now = Math.max(now, next.dueMs);
        next.run();
      }
      now = endMs;
    },
    open: (isResumed = true) => newest().opened(isResumed),
    beat: (id = "") => newest().beat(id),
    fail: () => newest().failed(),
    tell: (data: unknown, id = "") => newest().told(typeof data === "string" ? data : JSON.stringify(data), id),
  };
}
