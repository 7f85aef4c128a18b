import { streamId } from "@nightjar/contract";
import { expect, test } from "vitest";
import { csvAddress, logPage, spanOf } from "../src/features/streams/as-run/as-run-query.ts";

const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();
const id = streamId.parse("s1");

test("a span of days begins with the first and ends behind the last, where the operator is", () => {
  expect(spanOf({ first: "2026-02-27", last: "2026-02-28" }, null)).toEqual({ from: local(2026, 2, 27), to: local(2026, 3, 1) });
  expect(spanOf({ first: "2026-03-29", last: "" }, null)).toEqual({ from: local(2026, 3, 29) });
  expect(spanOf({ first: "", last: "2026-12-31" }, null)).toEqual({ to: local(2027, 1, 1) });
  expect(spanOf({ first: "", last: "" }, null)).toEqual({});
});

test("days are those of the stream's zone, also the one of 23 hours", () => {
  const day = { from: "2026-03-28T23:00:00.000Z", to: "2026-03-29T22:00:00.000Z" };
  expect(spanOf({ first: "2026-03-29", last: "2026-03-29" }, "Europe/Berlin")).toEqual(day);
  expect(spanOf({ first: "2026-03-29", last: "" }, "Asia/Tokyo")).toEqual({ from: "2026-03-28T15:00:00.000Z" });
});

test("a zone that this browser does not know is taken for its own", () => {
  expect(spanOf({ first: "2026-02-27", last: "" }, "Mars/Olympus")).toEqual({ from: local(2026, 2, 27) });
});

test("the file has what the list shows, all pages of it", () => {
  const search = { from: "2026-02-27", to: "2026-02-27", kind: "unheard" as const, find: "moth & owl", log: "page 2" };
  const address = new URL(csvAddress(id, search, null), "http://studio");
  expect(address.pathname).toBe("/api/streams/s1/as-run");
  const narrowed = { from: local(2026, 2, 27), to: local(2026, 2, 28), kind: "unheard", text: "moth & owl" };
  expect(Object.fromEntries(address.searchParams)).toEqual({ format: "csv", ...narrowed });
  expect(logPage(id, search, null)).toEqual({ id, limit: 20, cursor: "page 2", ...narrowed });
});
