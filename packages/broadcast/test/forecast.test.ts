import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Demand, forecastRenders, forecastText } from "../src/render/forecast.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RUNS = 500;

function demand(key: string, changes: Partial<Demand>): Demand {
  return { key, label: `Label ${key}`, stream: "s", dueAtMs: MINUTE_MS, playedMs: 10_000, costMs: 3000, isMoving: false, ...changes };
}

/** Small figures, so that every millisecond can be gone through; a cost of a few of them and a length of "minutes" where it moves. */
const demands = fc
  .array(fc.record({ costMs: fc.integer({ min: 1, max: 40 }), dueAtMs: fc.integer({ min: 1, max: 150 }), isMoving: fc.boolean() }), {
    maxLength: 7,
  })
  .map((all) => all.map((each, index) => demand(`${index}`, { ...each, playedMs: each.isMoving ? 60 : 10 })));
const places = fc.integer({ min: 1, max: 4 });

/** The queue gone through step by step, written for itself. @returns how late each is, by due time */
function naiveLateMs(all: readonly Demand[], concurrency: number, stepMs: number): number[] {
  const waiting = all.map((one, index) => ({ ...one, index, leftMs: one.costMs })).toSorted((a, b) => a.dueAtMs - b.dueAtMs);
  const late: number[] = [];
  let running: typeof waiting = [];
  for (let nowMs = 0; waiting.length + running.length > 0; nowMs += stepMs) {
    for (;;) {
      const moving = running.filter(({ isMoving }) => isMoving).length;
      const hasPlace = running.length < Math.max(concurrency, moving + 1);
      const next = waiting.findIndex(({ isMoving }) => hasPlace && (!isMoving || moving < Math.max(1, concurrency - 1)));
      if (next < 0) break;
      running.push(...waiting.splice(next, 1));
    }
    for (const one of running) one.leftMs -= stepMs / running.length;
    for (const { leftMs, index, dueAtMs, isMoving, playedMs } of running)
      if (leftMs <= 1e-9) late[index] = nowMs + stepMs - dueAtMs - (isMoving ? playedMs : 0);
    running = running.filter(({ leftMs }) => leftMs > 1e-9);
  }
  return late;
}

describe("the forecast of renders", () => {
  it("fits exactly when a simulation of the queue, step by step, has no picture that is late", () => {
    fc.assert(
      fc.property(demands, places, (all, concurrency) => {
        const stepMs = 0.05;
        const lateMs = naiveLateMs(all, concurrency, stepMs);
        // What is decided within the steps' own error tells nothing.
        fc.pre(lateMs.every((each) => Math.abs(each) > all.length * 4 * stepMs));
        const { fits, lateCount } = forecastRenders(all, { nowMs: 0, places: concurrency });
        expect(fits).toBe(lateMs.every((each) => each < 0));
        expect(lateCount).toBe(lateMs.filter((each) => each > 0).length);
      }),
      { numRuns: RUNS },
    );
  });

  it("never fits when until some date more is due than the machine renders", () => {
    fc.assert(
      fc.property(demands, places, (all, concurrency) => {
        const still = all.filter(({ isMoving }) => !isMoving);
        const isTooMuch = still.some(({ dueAtMs: dateMs }) => {
          const due = still.filter(({ dueAtMs }) => dueAtMs <= dateMs);
          return due.reduce((sum, { costMs }) => sum + costMs, 0) > dateMs + 1e-6;
        });
        fc.pre(isTooMuch);
        expect(forecastRenders(all, { nowMs: 0, places: concurrency }).fits).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });

  it("counts a picture that is asked for twice once, by its first date", () => {
    const twice = [demand("a", { dueAtMs: 9 * MINUTE_MS }), demand("a", { dueAtMs: 2 * MINUTE_MS })];
    expect(forecastRenders(twice, { nowMs: 0, places: 2 })).toMatchObject({ fits: true, askedMs: 3000 });
  });

  it("leaves out what is due later than the horizon", () => {
    const later = demand("later", { dueAtMs: HOUR_MS + 1, costMs: 10 * HOUR_MS });
    expect(forecastRenders([later], { nowMs: 0, places: 2 })).toMatchObject({ fits: true, askedMs: 0 });
  });

  it("foretells nothing of what is lacking already, but that it holds up the rest", () => {
    const lacking = demand("lacking", { dueAtMs: 0, costMs: 2 * MINUTE_MS });
    expect(forecastRenders([lacking], { nowMs: 0, places: 1 }).fits).toBe(true);
    const both = forecastRenders([lacking, demand("next", { costMs: 3000 })], { nowMs: 0, places: 1 });
    expect(both).toMatchObject({ fits: false, lateCount: 1, firstLate: { label: "Label next", lateMs: MINUTE_MS + 3000 } });
  });

  it("gives what moves the length of its track to be rendered: it is shown while it grows", () => {
    const moving = demand("m", { isMoving: true, playedMs: 180_000, costMs: 180_000 });
    expect(forecastRenders([moving], { nowMs: 0, places: 2 }).fits).toBe(true);
    expect(forecastRenders([{ ...moving, costMs: 250_000 }], { nowMs: 0, places: 2 }).fits).toBe(false);
  });
});

describe("its text", () => {
  const each = (count: number, changes: Partial<Demand>) =>
    Array.from({ length: count }, (_, n) => demand(`${n}`, { dueAtMs: ((n + 1) * HOUR_MS) / count, ...changes }));

  it("is none when all fits", () => {
    expect(forecastText(forecastRenders(each(20, {}), { nowMs: 0, places: 2 }))).toBeNull();
  });

  it("says what is asked for, what the machine makes, and what helps", () => {
    const still = forecastRenders(each(60, { costMs: 74_000 }), { nowMs: 0, places: 2 });
    expect(forecastText(still)).toBe(
      "Pictures for the next hour need 74 minutes of rendering; this machine makes 60. Shorter background videos, a smaller profile or fewer streams at once need less.",
    );
    const moving = forecastRenders(each(60, { costMs: 120_000, isMoving: true, playedMs: 60_000 }), { nowMs: 0, places: 2 });
    expect(forecastText(moving)).toBe(
      "Pictures for the next hour need 120 minutes of rendering; this machine makes 60. Templates without moving parts need a small part of that.",
    );
  });

  it("says which is late first, and by how much, when it is only too much at once", () => {
    const burst = Array.from({ length: 30 }, (_, n) => demand(`${n}`, { costMs: 10_000, dueAtMs: MINUTE_MS }));
    expect(forecastText(forecastRenders(burst, { nowMs: 0, places: 1 }))).toBe(
      "Pictures for the next hour need 5 minutes of rendering, too much of it at once: “Label 6” and 23 more will be late, by 10 seconds at first. Shorter background videos, a smaller profile or fewer streams at once need less.",
    );
  });
});
