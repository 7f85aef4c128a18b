import { expect, test } from "vitest";
import { lasting, whatEnds } from "../src/features/streams/state/what-ends.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW_MS = Date.UTC(2026, 2, 24);
const stream = { viewerCount: 412, streamDuration: "00:04:07" };

test("what a Stop ends is said by how long it has been on air, and by who watches", () => {
  expect(whatEnds(stream, new Date(NOW_MS - 23.9 * DAY_MS).toISOString(), NOW_MS)).toBe("on air for 23 days, 412 viewers");
  expect(whatEnds({ ...stream, viewerCount: 1 }, new Date(NOW_MS - DAY_MS).toISOString(), NOW_MS)).toBe("on air for 1 day, 1 viewer");
});

test("a Start that the actual state does not tell of leaves the stored duration", () => {
  expect(whatEnds(stream, null, NOW_MS)).toBe("on air for 00:04:07, 412 viewers");
  expect(whatEnds(stream, "never", NOW_MS)).toBe("on air for 00:04:07, 412 viewers");
});

test("a time is told in the largest unit there is one of, never as more than it was", () => {
  expect([0, MINUTE_MS, 59.9 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS - 1, 400 * DAY_MS].map(lasting)).toEqual([
    "less than a minute",
    "1 minute",
    "59 minutes",
    "1 hour",
    "23 hours",
    "400 days",
  ]);
});
