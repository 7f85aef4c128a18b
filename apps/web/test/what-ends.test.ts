import type { OnAirState } from "@nightjar/contract";
import { expect, test } from "vitest";
import { deletionEnds, lasting, stopping, whatEnds } from "../src/features/streams/state/what-ends.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW_MS = Date.UTC(2026, 2, 24);
const stream = { viewerCount: 412, streamDuration: "00:04:07", youtubeConnected: true };
const since = (ms: number, state: OnAirState = "on-air") => ({ state, startedAt: new Date(NOW_MS - ms).toISOString() });

test("what a Stop ends is said by how long it has been on air, and by who watches", () => {
  expect(whatEnds(stream, since(23.9 * DAY_MS), NOW_MS)).toBe("has been on air for 23 days, 412 viewers");
  expect(whatEnds({ ...stream, viewerCount: 1 }, since(DAY_MS), NOW_MS)).toBe("has been on air for 1 day, 1 viewer");
  for (const state of ["slate", "reconnecting", "stopping"] as const)
    expect(whatEnds(stream, since(DAY_MS, state), NOW_MS)).toBe("has been on air for 1 day, 412 viewers");
});

test("who watches is said to be unknown where no YouTube channel tells it, and where it does not", () => {
  const nowhere = { ...stream, viewerCount: 0, youtubeConnected: false };
  expect(whatEnds(nowhere, since(DAY_MS), NOW_MS)).toBe("has been on air for 1 day, viewers unknown");
  expect(whatEnds(nowhere, since(4 * MINUTE_MS, "preparing"), NOW_MS)).toBe("is being prepared, started 4 minutes ago, viewers unknown");
  expect(deletionEnds(nowhere, since(DAY_MS), NOW_MS)).toBe("has been on air for 1 day, viewers unknown, and will be taken off the air");
  expect(whatEnds({ ...stream, viewerCount: 0 }, since(DAY_MS), NOW_MS)).toBe("has been on air for 1 day, 0 viewers");
  expect(whatEnds({ ...stream, viewerCount: null }, since(DAY_MS), NOW_MS)).toBe("has been on air for 1 day, viewers unknown");
});

test("what is not on air is not told as on air", () => {
  expect(whatEnds(stream, since(4 * MINUTE_MS, "preparing"), NOW_MS)).toBe("is being prepared, started 4 minutes ago, 412 viewers");
  expect(whatEnds(stream, since(4 * MINUTE_MS, "failed"), NOW_MS)).toBe("is not on air: it failed, started 4 minutes ago");
  expect(whatEnds(stream, since(DAY_MS, "off"), NOW_MS)).toBe("is not on air, though started 1 day ago");
  expect(whatEnds(stream, { state: "failed", startedAt: null }, NOW_MS)).toBe("is not on air: it failed, started 00:04:07 ago");
});

test("a Stop takes nothing off the air where nothing is on it", () => {
  expect(stopping(["on-air"])).toBe("Stopping takes it off the air at once, wherever it is sent.");
  expect(stopping([undefined, "failed"])).toBe("Stopping takes them off the air at once, wherever they are sent.");
  expect(stopping(["failed"])).toBe("Stopping ends the attempt to put it on air.");
  expect(stopping(["failed", "off"])).toBe("Stopping ends the attempt to put them on air.");
});

test("a deletion says that it takes off the air only what is on it", () => {
  expect(deletionEnds(stream, since(DAY_MS), NOW_MS)).toBe("has been on air for 1 day, 412 viewers, and will be taken off the air");
  expect(deletionEnds(stream, since(DAY_MS, "off"), NOW_MS)).toBe("is not on air, though started 1 day ago");
});

test("a Start that the actual state does not tell of leaves the stored duration", () => {
  expect(whatEnds(stream, undefined, NOW_MS)).toBe("has been on air for 00:04:07, 412 viewers");
  expect(whatEnds(stream, { state: "on-air", startedAt: "never" }, NOW_MS)).toBe("has been on air for 00:04:07, 412 viewers");
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
