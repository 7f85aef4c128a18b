import { expect, it } from "vitest";
import { rangeOf } from "../src/lib/use-chosen.ts";

it("a range is chosen from the one pressed before to this one, downwards and upwards; of what is not there nothing", () => {
  expect(rangeOf(["a", "b", "c", "d"], "b", "d")).toEqual(["b", "c", "d"]);
  expect(rangeOf(["a", "b", "c", "d"], "c", "a")).toEqual(["a", "b", "c"]);
  expect(rangeOf(["a", "b"], undefined, "b")).toEqual([]);
  expect(rangeOf(["a", "b"], "gone", "b")).toEqual([]);
});
