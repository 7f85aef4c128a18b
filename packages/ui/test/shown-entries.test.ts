import { expect, test } from "vitest";
import { type ShownEntries, shownNext } from "../src/shown-entries.ts";

const opened: ShownEntries = { query: "ferry", ids: ["stop night", "stop dawn"], movedAtMs: Number.NEGATIVE_INFINITY };

test("of entries that went by themselves the time is known, however many stand there still, as where a Stop became a Start", () => {
  const next = shownNext(opened, { query: "ferry", ids: ["stop night", "start dawn"], nowMs: 5 });
  expect(next.movedAtMs).toBe(5);
  expect(shownNext(next, { query: "ferry", ids: ["stop night", "start dawn"], nowMs: 9 }).movedAtMs).toBe(5);
});

test("what only comes, as it is read, and what typing brings or takes away, is pressed at once", () => {
  expect(shownNext(opened, { query: "ferry", ids: [...opened.ids, "edit dawn"], nowMs: 5 }).movedAtMs).toBe(Number.NEGATIVE_INFINITY);
  const moved = shownNext(opened, { query: "ferry", ids: ["start dawn"], nowMs: 5 });
  expect(shownNext(moved, { query: "ferry d", ids: ["edit dawn"], nowMs: 6 }).movedAtMs).toBe(Number.NEGATIVE_INFINITY);
});
