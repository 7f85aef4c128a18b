import { expect, test } from "vitest";
import { figureOf, stepFromOutside } from "../src/figure.ts";

test("a figure out of range becomes the nearest one that is allowed, never one of its first digits", () => {
  const percent = { min: 0, max: 100, step: 1 };
  expect(["150", "5000", "-3", "40", " 99.6 "].map((text) => figureOf(text, percent))).toEqual([100, 100, 0, 40, 100]);
});

test("what is no figure is none", () => {
  expect(["", "  ", "-", "ten", "1e", "12px", "1,920"].map((text) => figureOf(text, { min: 0, max: 100, step: 1 }))).toEqual(
    Array(7).fill(null),
  );
});

test("a key moves a value beyond its slider's end by one step towards the range, and never away from it", () => {
  const size = { min: 8, max: 128 };
  expect(stepFromOutside(520, "ArrowLeft", size)).toBe(519);
  expect(stepFromOutside(520, "PageDown", size)).toBe(510);
  expect(stepFromOutside(520, "ArrowRight", size)).toBe(520);
  expect(stepFromOutside(4, "ArrowUp", size)).toBe(5);
  expect(stepFromOutside(4, "ArrowLeft", size)).toBe(4);
});

test("within the range a slider's keys are its own, and so are Home and End everywhere", () => {
  const size = { min: 8, max: 128 };
  expect([128, 8, 64].map((value) => stepFromOutside(value, "ArrowLeft", size))).toEqual([null, null, null]);
  expect(["Home", "End", "Tab"].map((key) => stepFromOutside(520, key, size))).toEqual([null, null, null]);
});
