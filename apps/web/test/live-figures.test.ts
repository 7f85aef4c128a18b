import { OFF_AIR, type OnAir } from "@nightjar/contract";
import { expect, test, vi } from "vitest";
import { coalesceIds } from "../src/lib/live/coalesce-ids.ts";
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

test("changes in a row are read once for all they were of, and each of them once", () => {
  const run = vi.fn();
  const rests: (() => void)[] = [];
  const ask = coalesceIds(run, { firstMs: 100, longestMs: 300 }, (end) => rests.push(end));
  for (const id of ["a", "b", "c", "b"]) ask(id);
  rests[0]?.();
  rests[1]?.();
  expect(run.mock.calls).toEqual([[new Set(["a"])], [new Set(["b", "c"])]]);
});
