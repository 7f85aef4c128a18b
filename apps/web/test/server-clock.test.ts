import type { OnAirYoutube } from "@nightjar/contract";
import { streamId } from "@nightjar/contract";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { YouTubeSaid } from "../src/features/streams/destinations/youtube-said.tsx";
import { relativeTime } from "../src/lib/relative-time.ts";
import { serverNowMs } from "../src/lib/send.ts";
import { clockIs } from "./support/server-clock.ts";

const NOW_MS = Date.UTC(2026, 2, 1);
const MINUTE_MS = 60_000;

beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(NOW_MS));
afterEach(async () => {
  vi.restoreAllMocks();
  await clockIs(0);
});

const youtube: OnAirYoutube = {
  ...{ watchUrl: null, lifeCycleStatus: "ready", streamStatus: "active", health: "good", issues: [], viewers: 3 },
  ...{ notice: null, artworkNotice: null, checkedAt: null },
};
const said = (checkedAtMs: number) =>
  renderToStaticMarkup(
    createElement(YouTubeSaid, {
      ...{ streamId: streamId.parse("s"), now: NOW_MS },
      youtube: { ...youtube, checkedAt: new Date(checkedAtMs).toISOString() },
    }),
  );

describe.each([
  ["behind", 5 * MINUTE_MS],
  ["ahead", -5 * MINUTE_MS],
])("on a machine whose clock is five minutes %s", (_how, aheadMs) => {
  it("what the server tells the time of is as old as by its own clock", async () => {
    await clockIs(aheadMs);
    expect(serverNowMs()).toBe(NOW_MS + aheadMs);
    expect(relativeTime(new Date(NOW_MS + aheadMs - 3 * MINUTE_MS).toISOString())).toBe("3 minutes ago");
    expect(said(NOW_MS + aheadMs - 3 * MINUTE_MS)).toContain("3 min ago");
  });
});

it("an answer that took a moment to come makes no clock wrong", async () => {
  await clockIs(-400);
  expect(serverNowMs()).toBe(NOW_MS);
});

it("answers that take now a little longer, now a little less, leave the clock as it is", async () => {
  await clockIs(480);
  const nowMs = serverNowMs();
  await clockIs(520);
  expect(serverNowMs()).toBe(nowMs);
  await clockIs(1600);
  expect(serverNowMs()).toBe(NOW_MS + 2000);
});
