import { describe, expect, it } from "vitest";
import { READINGS, type Step } from "../../src/youtube/machine.ts";
import { Pace, sharedPauseMs } from "../../src/youtube/pace.ts";
import type { Consequence } from "../../src/youtube/reasons.ts";

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** Refused once, and tried once more by itself. */
const FREE_TRIES = 2;

interface Tried {
  readonly atMs: number;
  readonly row: number;
}

/** So many broadcasts ask for the same at once, and are refused all day. @returns the tries that had to wait for their turn */
function tries(count: number, consequence: Consequence, next: Step): readonly Tried[] {
  const paces = Array.from({ length: count }, () => new Pace());
  const due = paces.map((pace, row) => ({ atMs: 0, row, pace, step: "insert" as Step }));
  const tried: Tried[] = [];
  for (;;) {
    const one = due.reduce((first, other) => (other.atMs < first.atMs ? other : first));
    if (one.atMs >= DAY_MS)
      return tried.filter(({ row }, at) => tried.slice(0, at).filter((earlier) => earlier.row === row).length >= FREE_TRIES);
    const isReading = READINGS.has(one.step);
    if (!isReading) tried.push({ atMs: one.atMs, row: one.row });
    const then = isReading ? "insert" : next;
    const alike = (by: Consequence) => paces.filter((pace) => pace !== one.pace && pace.refusedBy === by).length;
    one.atMs += one.pace.after({ step: one.step, consequence: isReading ? null : consequence }, then, one.atMs, alike);
    one.step = then;
  }
}

describe("broadcasts that are refused alike", () => {
  it.each([
    ["stuck", "insert"],
    ["again", "look"],
    ["wait", "look"],
  ] as const)("take turns, so that all together try as often as one alone (%s)", (consequence, next) => {
    const alone = tries(1, consequence, next).length;
    expect(alone).toBeGreaterThan(24);
    for (const count of [2, 5, 20, 60]) {
      const together = tries(count, consequence, next);
      expect(together.length).toBeLessThanOrEqual(alone + 2);
      expect(together.length).toBeGreaterThan(alone / 2);
    }
  });

  it("are tried once each without waiting for any other", () => {
    const pauseMs = (before: number) => SECOND_MS * 2 ** before;
    expect([1, 20].map((failing) => sharedPauseMs(pauseMs, 0, failing))).toEqual([SECOND_MS, SECOND_MS]);
  });

  it("wait alone as each does for itself, and ever longer the more they are", () => {
    const pauseMs = (before: number) => SECOND_MS * 2 ** before;
    expect([1, 2, 3].map((before) => sharedPauseMs(pauseMs, before, 1))).toEqual([2, 4, 8].map((seconds) => seconds * SECOND_MS));
    expect([1, 2, 3].map((failing) => sharedPauseMs(pauseMs, 1, failing))).toEqual([2, 6, 14].map((seconds) => seconds * SECOND_MS));
  });

  it("are waited for no longer than a timer takes, however many they are", () => {
    expect(sharedPauseMs(() => HOUR_MS, 9, 1000)).toBeLessThan(2 ** 31);
  });
});

describe("a broadcast that waits for its turn", () => {
  const others = () => 9;
  const insert = { step: "insert", consequence: "again" } as const;

  it("is read as soon as if it were alone, and tried again only when its turn has come", () => {
    const pace = new Pace();
    expect(pace.after(insert, "find", 0, others)).toBe(2 * SECOND_MS);
    expect(pace.after(insert, "find", 0, others)).toBe(4 * SECOND_MS);
    const leftMs = pace.after({ step: "find", consequence: null }, "insert", 10 * SECOND_MS, others);
    expect(leftMs).toBe((4 + 8 + 16 + 32 + 64 + 128 + 256 + 512 + 1024 + 2048 - 10) * SECOND_MS);
  });

  it("goes on at once where something else leads on", () => {
    const pace = new Pace();
    pace.after(insert, "find", 0, others);
    pace.after(insert, "find", 0, others);
    expect(pace.after({ step: "find", consequence: null }, "bind", 0, others)).toBe(0);
    expect([pace.refusedBy, pace.after({ step: "bind", consequence: null }, "look", 0, others), pace.refusedBy]).toEqual([
      "again",
      0,
      null,
    ]);
  });
});
