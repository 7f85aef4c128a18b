import { streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

it("a stream that is disconnected knows no channel, token, broadcast, key or address any more, and is off air", async () => {
  const { db } = studio.services;
  const { id } = await studio.callVerb(createStream, { title: "Night" });
  const connected = {
    ...{ ytConnected: true, ytChannelId: "channel", ytChannelName: "Night Radio", ytBroadcastId: "broadcast", ytLiveStreamId: "live" },
    ytBackupUrl: "e",
    ...{ ytAccessTokenSealed: "a", ytRefreshTokenSealed: "b", ytTokenExpiry: new Date(0), ytStreamKeySealed: "c", streamUrl: "d" },
  };
  db.update(streams).set(connected).where(eq(streams.id, id)).run();
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" });
  expect(await studio.callVerb(startStream, { id })).toMatchObject({ isLive: true, youtubeConnected: true });
  const after = await studio.callVerb(updateStream, { id, youtubeConnected: false });
  expect(after).toMatchObject({ isLive: false, youtubeConnected: false, youtubeChannelName: null });
  const row: Readonly<Record<string, unknown>> = { ...db.select().from(streams).get() };
  expect(Object.keys(connected).map((name) => [name, row[name]])).toEqual(
    Object.keys(connected).map((name) => [name, name === "ytConnected" ? false : null]),
  );
  expect(studio.engine.stopped).toEqual([id]);
});
