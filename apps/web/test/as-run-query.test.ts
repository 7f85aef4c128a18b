import { streamId } from "@nightjar/contract";
import { expect, test } from "vitest";
import { csvAddress, spanOf } from "../src/features/streams/as-run/as-run-query.ts";

const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();

test("a span of days begins with the first and ends behind the last, where the operator is", () => {
  expect(spanOf({ first: "2026-02-27", last: "2026-02-28" })).toEqual({ from: local(2026, 2, 27), to: local(2026, 3, 1) });
  expect(spanOf({ first: "2026-03-29", last: "" })).toEqual({ from: local(2026, 3, 29) });
  expect(spanOf({ first: "", last: "2026-12-31" })).toEqual({ to: local(2027, 1, 1) });
  expect(spanOf({ first: "", last: "" })).toEqual({});
});

test("the file has the same span as the list", () => {
  const address = new URL(csvAddress(streamId.parse("s1"), { first: "2026-02-27", last: "2026-02-27" }), "http://studio");
  expect(address.pathname).toBe("/api/streams/s1/as-run");
  expect(Object.fromEntries(address.searchParams)).toEqual({ format: "csv", from: local(2026, 2, 27), to: local(2026, 2, 28) });
});
