import { grants, streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GrantError } from "../../src/grants/grant-error.ts";
import { getOnAir } from "../../src/streams/on-air.ts";
import { followYoutube } from "../../src/youtube/follow.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, sendToYoutube, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { onAir, withAccount } from "../support/given.ts";

const POLL_MS = 30_000;

let studio: Studio;
let stop: () => void = () => undefined;
beforeEach(async () => {
  studio = await openStudio();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  return studio.close();
});

it("YouTube is asked again after an answer that nobody could read, and until then it is said that it could not be read", async () => {
  await withAccount(studio);
  const { id } = await onAir(studio);
  const { db } = studio.services;
  const grantId = db.query.grants.findFirst().sync()?.id ?? null;
  db.update(streams).set({ ytConnected: true, ytGrantId: grantId, ytLiveStreamId: "s1" }).where(eq(streams.id, id)).run();
  const sessionId = db.select().from(streamSessions).get()?.id ?? null;
  const texts = { mark: "m", title: "Night", description: "", privacy: "public" as const };
  db.insert(ytBroadcasts)
    .values({ ...texts, streamId: id, sessionId, grantId, ytStreamId: "s1", ytBroadcastId: "b1", lifeCycle: "live" })
    .run();
  const asked: string[] = [];
  const answered = { id: "b1", title: "Night", description: "", scheduledStartTime: "", lifeCycle: "live", privacy: "public" } as const;
  studio.ports.youtube.broadcasts = async () => {
    asked.push("broadcasts");
    if (asked.length === 1) throw new TypeError("items is not iterable");
    return [{ ...answered, boundStreamId: "s1", settings: {} }];
  };
  studio.ports.youtube.streams = async () => [];
  studio.ports.youtube.viewers = async () => new Map();
  const notice = () => db.select().from(ytBroadcasts).get()?.notice;

  stop = followYoutube(studio.services);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(asked).toHaveLength(1);
  expect(notice()).toMatch(/could not be read/u);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(asked).toHaveLength(2);
  expect(notice()).toBeNull();
});

it("a poll that Google ends the grant at is told in on-air as what asks to connect again, while the stream goes on, until somebody has", async () => {
  const { id } = await withBroadcast(studio);
  sendToYoutube(studio, id);
  const told = async () => (await studio.callVerb(getOnAir, { id })).destinations.map(({ youtube }) => youtube);
  studio.ports.youtube.broadcasts = () => Promise.reject(new YouTubeError("authError", 401));
  studio.ports.youtube.streams = async () => [streamThere()];
  studio.ports.youtube.viewers = async () => new Map();
  studio.ports.grantProviders.google.refresh = () => Promise.reject(new GrantError("lost", "invalid_grant"));

  stop = followYoutube(studio.services);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  const notice = expect.stringContaining("Connect the Google account again; what is on air stays on air meanwhile.");
  expect(await told()).toMatchObject([{ lifeCycleStatus: "live", watchUrl: "https://www.youtube.com/watch?v=b1", notice }]);
  expect(studio.engine.stopped).toEqual([]);

  studio.services.db.update(grants).set({ lostAt: null }).run();
  studio.ports.youtube.broadcasts = async () => [broadcastThere()];
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(await told()).toMatchObject([{ lifeCycleStatus: "live", notice: null }]);
});

it("a poll that fails when its broadcast has ended meanwhile says nothing of that", async () => {
  await withBroadcast(studio);
  const { db } = studio.services;
  studio.ports.youtube.broadcasts = async () => {
    // Stop, and YouTube has completed it.
    db.update(streamSessions).set({ stoppedAt: new Date() }).run();
    db.update(ytBroadcasts).set({ lifeCycle: "complete", endedAt: new Date() }).run();
    throw new YouTubeError("backendError", 503);
  };

  stop = followYoutube(studio.services);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(db.select().from(ytBroadcasts).all()).toMatchObject([{ lifeCycle: "complete", notice: null }]);
});

it("a next broadcast that cannot be stored when it is due keeps nobody from a start, nor from the next poll, which makes it up", async () => {
  const { id } = await withBroadcast(studio, { liveAt: new Date(Date.now() - 3_600_000) });
  const { db } = studio.services;
  db.update(streams).set({ ytRollOverHours: 1 }).where(eq(streams.id, id)).run();
  const asked = vi.fn(async () => [broadcastThere()]);
  studio.ports.youtube.broadcasts = asked;
  studio.ports.youtube.streams = async () => [streamThere()];
  studio.ports.youtube.viewers = async () => new Map();
  db.$client.exec("create trigger full before insert on yt_broadcasts begin select raise(abort, 'database or disk is full'); end");

  stop = followYoutube(studio.services);
  await vi.advanceTimersByTimeAsync(2 * POLL_MS);
  expect([asked.mock.calls.length, db.select().from(ytBroadcasts).all().length]).toEqual([2, 1]);
  db.$client.exec("drop trigger full");
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(db.select().from(ytBroadcasts).all()).toHaveLength(2);
});
