import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPace, paused } from "../src/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;
const atOf = async (turns: readonly Promise<void>[]) => {
  const at: number[] = [];
  const all = turns.map(async (turn) => {
    await turn;
    at.push(Date.now());
  });
  await vi.runAllTimersAsync();
  await Promise.all(all);
  return at.map((ms) => ms - (at[0] ?? 0));
};

describe("a pace", () => {
  it("lets as many begin within a span as are allowed, and the rest in their order as soon as they may", async () => {
    const pace = createPace({ starts: 2, withinMs: 1000, time: { nowMs: Date.now, paused } });
    expect(await atOf(Array.from({ length: 5 }, () => pace.turn(never)))).toEqual([0, 0, 1000, 1000, 2000]);
  });

  it("gives the turn of who no longer waits to the next", async () => {
    const pace = createPace({ starts: 1, withinMs: 1000, time: { nowMs: Date.now, paused } });
    await pace.turn(never);
    const given = new AbortController();
    const left = pace.turn(given.signal).then(
      () => "begun",
      () => "left",
    );
    const next = atOf([pace.turn(never)]);
    const before = Date.now();
    given.abort();
    await next;
    expect([await left, Date.now() - before]).toEqual(["left", 1000]);
  });
});

it("a wait that is over leaves nothing that listens to its signal", async () => {
  const { signal } = new AbortController();
  const waits = Array.from({ length: 20 }, () => paused(1000, signal));
  expect(getEventListeners(signal, "abort")).toHaveLength(20);
  await vi.runAllTimersAsync();
  await Promise.all(waits);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
