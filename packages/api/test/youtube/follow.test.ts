import { streamSessions, streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followYoutube } from "../../src/youtube/follow.ts";
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
