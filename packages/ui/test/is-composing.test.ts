import { expect, it } from "vitest";
import { isComposing } from "../src/is-composing.ts";

it("a key is an input method's by its flag, or by its number alone, as Safari tells of the one that ends a conversion", () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
