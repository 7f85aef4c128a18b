import { expect, test } from "vitest";
import { chartPaths, extentOf, topOf } from "../src/steps.ts";

test("a chart of steps leaves a gap where nothing is known, and none where it is nothing", () => {
  expect(chartPaths([null, 50, 100, null, 0, null], 100)).toEqual(["M1 100 V50 H2 V0 H3 V100 Z", "M4 100 V100 H5 V100 Z"]);
});

test("a chart of steps ends at a round whole figure above the highest", () => {
  expect([[], [null, 0], [2], [4600], [4000, 9000], [870]].map(topOf)).toEqual([2, 2, 3, 10_000, 20_000, 2000]);
});

test("what is not known is neither the least nor the most", () => {
  expect([extentOf([null, 3, 0, null]), extentOf([null]), extentOf([])]).toEqual([[0, 3], null, null]);
});
