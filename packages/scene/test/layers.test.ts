import { expect, test } from "vitest";
import type { Layer } from "../src/layers.ts";
import { LayerCache } from "../src/layers.ts";
import { realSurface } from "./tools.fixture.ts";

test("layers are kept by their key, and the ones that were not drawn for longest make room", () => {
  const cache = new LayerCache(250);
  const made: string[] = [];
  const get = (key: string, edge = 10): Layer =>
    cache.get(key, () => {
      made.push(key);
      return { surface: realSurface(edge, edge), leftPx: 0, topPx: 0, widthPx: edge, heightPx: edge };
    });
  const first = get("a");
  get("b");
  expect(get("a")).toBe(first);
  get("c");
  get("a");
  get("b");
  expect(made).toEqual(["a", "b", "c", "b"]);
  get("larger than all", 20);
  get("b");
  expect(made.at(-1)).toBe("b");
});
