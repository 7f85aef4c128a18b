import { describe, expect, it } from "vitest";
import { type DueRender, earliestDueFirst, firstShownMs } from "../lib/schedule.ts";

const render = (id: string, dueMs: number, tookMs: number): DueRender => ({ id, dueMs, tookMs });
const ends = (renders: readonly DueRender[], workers: number) => Object.fromEntries(earliestDueFirst(renders, workers));

describe("the ideal schedule", () => {
  it("renders the earliest due first, whatever the order they are listed in", () => {
    expect(ends([render("late", 60, 5), render("now", 0, 10), render("soon", 30, 2)], 1)).toEqual({ now: 10, soon: 12, late: 17 });
  });

  it("renders among equals what is listed first", () => {
    expect(ends([render("sound", 0, 2), render("picture", 0, 4)], 1)).toEqual({ sound: 2, picture: 6 });
  });

  it("gives each to the worker that is free first", () => {
    expect(ends([render("a", 0, 10), render("b", 0, 4), render("c", 0, 4), render("d", 0, 4)], 2)).toEqual({ a: 10, b: 4, c: 8, d: 12 });
  });

  it("is done at once where nothing is to be rendered", () => {
    expect(ends([], 2)).toEqual({});
  });
});

describe("the first picture shown", () => {
  const sounding = [
    { id: "a", fromMs: 1000, toMs: 61_000 },
    { id: "b", fromMs: 61_000, toMs: 121_000 },
  ];
  const shown = (ended: Readonly<Record<string, number>>) => firstShownMs(sounding, new Map(Object.entries(ended)));

  it("is there when it is rendered, and not before its sound", () => {
    expect(shown({ a: 5000 })).toBe(5000);
    expect(shown({ a: 10 })).toBe(1000);
  });

  it("is that of the next sound where the first one ends before it is rendered", () => {
    expect(shown({ a: 61_000, b: 30_000 })).toBe(61_000);
    expect(shown({ a: 70_000, b: 80_000 })).toBe(80_000);
  });

  it("is there at once where it was rendered before, and never where none is done in time", () => {
    expect(shown({})).toBe(1000);
    expect(shown({ a: 70_000, b: 130_000 })).toBe(Number.POSITIVE_INFINITY);
  });
});
