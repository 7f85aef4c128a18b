import { expect, test } from "vitest";
import { columnsFor } from "../src/features/wall/columns.ts";

/** What is left of a window beside the menu and below the heading. */
const DESK = { widthPx: 1072, heightPx: 826 };
const WIDE = { widthPx: 1552, heightPx: 1006 };
const PHONE = { widthPx: 358, heightPx: 762 };

test.each([
  ["four on a desk stand three by three: larger would be larger than they are sent", 4, DESK, 3],
  ["nine on a desk are as large as all of them fit", 9, DESK, 4],
  ["twenty on a desk stand five by five", 20, DESK, 5],
  ["twenty on a wide screen are larger, not more side by side than they must", 20, WIDE, 6],
  ["of more than a screen holds none is narrower than can be read", 60, DESK, 5],
  ["on a phone stand below each other", 20, PHONE, 1],
  ["on the widest phone stand below each other too", 20, { widthPx: 416, heightPx: 830 }, 1],
  ["before it is measured there is one column", 20, { widthPx: 0, heightPx: 818 }, 1],
])("%s", (_name, count, room, columns) => {
  expect(columnsFor(count, room)).toBe(columns);
});
