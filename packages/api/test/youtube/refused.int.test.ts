import { grants, streams, ytBroadcasts } from "@nightjar/db";
import { describe, expect, it, vi } from "vitest";
import { changed, commit } from "../../src/changes.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import type { YtBroadcast } from "../../src/youtube/port.ts";
import { usedUnits } from "../../src/youtube/quota.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { refusing, studioUnderClock } from "../support/youtube-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Two in the morning in California. */
const START_MS = Date.UTC(2026, 10, 23, 10);

const clock = studioUnderClock(START_MS);
const { answer, times } = clock;
const units = () => usedUnits(clock.studio.services);

function ready(): void {
  answer("broadcasts", async () => [broadcastThere({ lifeCycle: "ready" })]);
  answer("streams", async () => [streamThere()]);
}

describe("what YouTube refuses all day", () => {
  it.each([
    ["invalidTransition", 403],
    ["errorStreamInactive", 403],
    ["liveStreamingNotEnabled", 403],
    ["insufficientPermissions", 403],
    ["backendError", 500],
  ])("is asked for ever more seldom (%s), so that what is kept of the quota for Start and Stop is enough", async (reason, status) => {
    await withBroadcast(clock.studio, { lifeCycle: "ready", streamStatus: "active" });
    ready();
    answer("transitionBroadcast", refusing(reason, status));
    clock.follow();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    // What lasts a few minutes is over as soon as it can be.
    expect(times("transitionBroadcast")).toBeGreaterThan(3);
    const before = units();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(units() - before).toBeLessThan(400);
  });

  it("is what is done and changes nothing, as well", async () => {
    await withBroadcast(clock.studio, { lifeCycle: "ready", isBound: false });
    ready();
    answer("bindBroadcast", async () => broadcastThere({ lifeCycle: "ready", boundStreamId: null }));
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(times("bindBroadcast")).toBeLessThan(15);
  });

  it("is not bound again and again where YouTube calls it created for a while after it was", async () => {
    await withBroadcast(clock.studio, { lifeCycle: "created", isBound: false });
    answer("broadcasts", async () => [broadcastThere({ lifeCycle: "created" })]);
    answer("streams", async () => [streamThere()]);
    answer("viewers", async () => new Map());
    answer("bindBroadcast", async () => broadcastThere({ lifeCycle: "created" }));
    answer("transitionBroadcast", async () => broadcastThere());
    clock.follow();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([times("bindBroadcast"), times("transitionBroadcast")]).toEqual([1, 0]);
    answer("broadcasts", async () => [broadcastThere({ lifeCycle: "ready" })]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
    expect([times("bindBroadcast"), times("transitionBroadcast")]).toEqual([1, 1]);
  });

  it.each([
    ["a broadcast is bound to it", "created", false],
    ["it is looked at", "ready", true],
  ] as const)("is a key that is among the account's own and not there where %s, as well", async (_where, lifeCycle, isBound) => {
    const { id } = await withBroadcast(clock.studio, { lifeCycle, isBound });
    answer("broadcasts", async () => [broadcastThere({ lifeCycle, boundStreamId: isBound ? "s1" : null })]);
    answer("streams", async () => []);
    answer("bindBroadcast", refusing("liveStreamNotFound", 404));
    answer("ownStreams", async () => ({ items: [streamThere({ description: `[nightjar ${id}]` })], next: null }));
    clock.follow();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(times("ownStreams")).toBeGreaterThan(0);
    expect(units()).toBeLessThan(500);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(units()).toBeLessThan(900);
  });

  it("is asked for at once where somebody has let us in anew, and what is wanted now is not held up by it", async () => {
    const { id } = await withBroadcast(clock.studio, { lifeCycle: "ready", streamStatus: "active" });
    ready();
    answer("transitionBroadcast", refusing("insufficientPermissions", 403));
    answer("deleteBroadcast", async () => undefined);
    clock.follow();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    const before = times("transitionBroadcast");
    const { db, secrets } = clock.studio.services;
    commit(clock.studio.services, (tx) => {
      const row = { service: "google", account: "UC2", accessTokenSealed: secrets.seal("new") } as const;
      tx.update(streams)
        .set({ ytGrantId: tx.insert(grants).values(row).returning().get().id })
        .run();
      changed(tx, "streams", id, "never");
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(times("transitionBroadcast")).toBe(before + 1);
    await clock.studio.callVerb(stopStream, { id });
    await vi.advanceTimersByTimeAsync(1000);
    expect(times("deleteBroadcast")).toBe(1);
    expect(db.select().from(ytBroadcasts).get()?.endedAt).not.toBeNull();
  });
});

it("a Start tries at once what was put off: the broadcast before would show what is sent now, with its own privacy", async () => {
  const { id } = await withBroadcast(clock.studio);
  answer("broadcasts", async () => [broadcastThere()]);
  answer("transitionBroadcast", refusing("quotaExceeded", 403));
  answer("insertBroadcast", refusing("quotaExceeded", 403));
  clock.follow();
  await clock.studio.callVerb(stopStream, { id });
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(times("transitionBroadcast")).toBeGreaterThan(0);
  answer("transitionBroadcast", async () => broadcastThere({ lifeCycle: "complete" }));
  await clock.studio.callVerb(startStream, { id, privacy: "private" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(times("transitionBroadcast")).toBe(1);
});

describe("what is wanted while YouTube is still asked for something else", () => {
  it("does not wait for the refusal of that", async () => {
    const { id } = await withBroadcast(clock.studio, { isAsked: false, ytBroadcastId: null, lifeCycle: null, isBound: false });
    const { promise, reject } = Promise.withResolvers<YtBroadcast>();
    answer("insertBroadcast", () => promise);
    clock.follow();
    await vi.advanceTimersByTimeAsync(1000);
    expect(times("insertBroadcast")).toBe(1);
    await clock.studio.callVerb(stopStream, { id });
    await vi.advanceTimersByTimeAsync(2000);
    reject(new YouTubeError("quotaExceeded", 403));
    await vi.advanceTimersByTimeAsync(1000);
    expect(clock.studio.services.db.select().from(ytBroadcasts).get()?.endedAt).not.toBeNull();
  });
});
