import { expect, test, vi } from "vitest";
import { coalesce } from "../src/index.ts";

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

test("what has thrown is run again at a call after its rest", () => {
  const { run, rests, ask } = resting();
  run.mockImplementationOnce(() => {
    throw new Error("once");
  });
  expect(ask).toThrow("once");
  rests[0]?.end();
  ask();
  expect(run).toHaveBeenCalledTimes(2);
});
