import { OFF_AIR, type OnAir } from "@nightjar/contract";
import { expect, test, vi } from "vitest";
import { coalesce, coalesceIds } from "../src/lib/live/coalesce.ts";
import { evidenceAgeMs, positionMs } from "../src/lib/live/position.ts";

const onAir = (change: Partial<OnAir>): OnAir => ({ ...OFF_AIR, ...change });

test("the position runs on while on air, stands otherwise, and never passes the end", () => {
  const track = { id: "t", itemId: "i", title: "T", artist: "A", startedAt: "2026-11-21T00:00:00Z", durationMs: 10_000 } as never;
  const entry = (state: OnAir["state"]) => ({ onAir: onAir({ state, positionMs: 4000, track }), receivedAtMs: 1000 });
  expect(positionMs(entry("on-air"), 3500)).toBe(6500);
  expect(positionMs(entry("reconnecting"), 3500)).toBe(6500);
  expect(positionMs(entry("slate"), 3500)).toBe(4000);
  expect(positionMs(entry("on-air"), 99_000)).toBe(10_000);
  expect(positionMs(entry("on-air"), 0)).toBe(4000);
});

test("evidence grows older by itself, and none stays none", () => {
  expect(evidenceAgeMs(500, 1000, 4000)).toBe(3500);
  expect(evidenceAgeMs(null, 1000, 4000)).toBeNull();
});

/** What is asked for, and the rests after it, to be ended by the test. */
function resting() {
  const rests: { readonly end: () => void; readonly ms: number }[] = [];
  const run = vi.fn();
  return { run, rests, ask: coalesce(run, { firstMs: 100, longestMs: 300 }, (end, ms) => rests.push({ end, ms })) };
}

test("many changes in a row are read at once and then once more", () => {
  const { run, rests, ask } = resting();
  for (let change = 0; change < 3; change += 1) ask();
  expect(run).toHaveBeenCalledTimes(1);
  rests[0]?.end();
  expect(run).toHaveBeenCalledTimes(2);
  rests[1]?.end();
  expect(run).toHaveBeenCalledTimes(2);
});

test("changes that do not end are read ever more seldom, and one after a rest at once again", () => {
  const { run, rests, ask } = resting();
  for (let change = 0; change < 4; change += 1) {
    ask();
    ask();
    rests[change]?.end();
  }
  expect(rests.map(({ ms }) => ms)).toEqual([100, 200, 300, 300, 300]);
  rests[4]?.end();
  ask();
  expect(run).toHaveBeenCalledTimes(6);
  expect(rests[5]?.ms).toBe(100);
});

test("changes in a row are read once for all they were of, and each of them once", () => {
  const run = vi.fn();
  const rests: (() => void)[] = [];
  const ask = coalesceIds(run, { firstMs: 100, longestMs: 300 }, (end) => rests.push(end));
  for (const id of ["a", "b", "c", "b"]) ask(id);
  rests[0]?.();
  rests[1]?.();
  expect(run.mock.calls).toEqual([[new Set(["a"])], [new Set(["b", "c"])]]);
});
