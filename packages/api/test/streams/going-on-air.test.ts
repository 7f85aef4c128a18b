import { CONNECT_HINT, OFF_AIR, itemId, sessionId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { asRun, destinations, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { updateTrack } from "../../src/library/update-track.ts";
import { addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { removeDestination, setDestination } from "../../src/streams/destination.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { followEngine } from "../../src/streams/live-feed.ts";
import { getOnAir } from "../../src/streams/on-air.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const KEY = "very-secret-stream-key";
const THERE = { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: KEY };

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const newStream = async (title = "Night"): Promise<StreamId> => (await studio.callVerb(createStream, { title })).id;
const connect = (id: StreamId, where: { rtmpUrl: string; streamKey: string } = THERE) => studio.callVerb(setDestination, { id, ...where });
const read = (id: StreamId) => studio.callVerb(getStream, { id });
const NOBODY = { id: "00000000-0000-4000-8000-000000000000" };

it("a stream takes a destination and never gives its key away, not even in the database", async () => {
  const id = await newStream();
  expect(await connect(id)).toEqual({ rtmpUrl: THERE.rtmpUrl, streamKey: "set" });
  expect(await read(id)).toMatchObject({ connected: true, youtubeConnected: false, destination: { streamKey: "set" } });
  expect(JSON.stringify(studio.services.db.select().from(destinations).all())).not.toContain(KEY);
  for (const rtmpUrl of ["http://x/live", "rtmp:/x", "file:///etc/passwd", "", "rtmp://user:pw@host/live"]) {
    expect(await studio.refusal(setDestination, { id, rtmpUrl, streamKey: "k" }), rtmpUrl).toMatchObject({ code: "invalid-input" });
  }
  expect(await studio.refusal(setDestination, { id, rtmpUrl: "rtmps://host/app", streamKey: "" })).toMatchObject({ code: "invalid-input" });
  await studio.callVerb(removeDestination, { id });
  expect(await read(id)).toMatchObject({ connected: false, destination: null });
  expect(await studio.refusal(setDestination, { ...NOBODY, ...THERE })).toMatchObject({ code: "not-found" });
});

describe("going on air", () => {
  it("needs a destination, and says so in the specification's words", async () => {
    const id = await newStream();
    expect(await studio.refusal(startStream, { id })).toMatchObject({ code: "invalid-input", message: CONNECT_HINT });
    expect(await studio.refusal(startStream, NOBODY)).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(stopStream, NOBODY)).toMatchObject({ code: "not-found" });
  });

  it("commits what is wanted, tells the engine all of it once, and changes nothing the second time", async () => {
    const { engine } = studio;
    const id = await newStream();
    const a = addTrack(studio.services, "A");
    await studio.callVerb(addTracks, { streamId: id, trackIds: [a] });
    await connect(id);
    expect(engine.pushed).toEqual([]);
    const first = await studio.callVerb(startStream, { id, title: "On", privacy: "private" });
    expect(first).toMatchObject({ isLive: true, title: "On", hasStarted: true });
    const second = await studio.callVerb(startStream, { id, title: "Ignored" });
    expect(second).toMatchObject({ isLive: true, title: "On", hasStarted: false });
    expect(engine.pushed).toHaveLength(1);
    expect(engine.pushed[0]).toMatchObject({
      streamId: id,
      destinations: [{ kind: "rtmp", url: THERE.rtmpUrl, streamKey: KEY }],
      items: [{ trackId: a, title: "A", durationMs: 61_500, loudness: { integratedLufs: -12 } }],
      background: { kind: "default" },
    });
    expect((await studio.callVerb(getOnAir, { id })).state).toBe("preparing");

    expect(await studio.callVerb(stopStream, { id })).toMatchObject({ isLive: false });
    await studio.callVerb(stopStream, { id });
    expect(engine.stopped).toEqual([id]);
    await studio.callVerb(startStream, { id });
    expect(engine.pushed[1]?.sessionId).not.toBe(engine.pushed[0]?.sessionId);
  });

  it("starts once, however many press Start at the same moment", async () => {
    const id = await newStream();
    await connect(id);
    const started = await Promise.all(Array.from({ length: 8 }, () => studio.callVerb(startStream, { id })));
    expect(started.map(({ isLive }) => isLive)).toEqual(Array(8).fill(true));
    expect(new Set(studio.engine.pushed.map((plan) => plan.sessionId)).size).toBe(1);
    expect(started.filter(({ hasStarted }) => hasStarted)).toHaveLength(1);
  });

  it("begins nothing over a text that somebody else has set since it was read, and tells who was slower what it is now", async () => {
    const id = await newStream();
    await connect(id);
    await studio.callVerb(updateStream, { id, title: "Day", description: "All" }, "staff");
    const slower = await studio.refusal(startStream, { id, title: "Dusk", was: { title: "Night" } });
    expect(slower).toMatchObject({ code: "conflict", details: { fields: ["title"], stream: { title: "Day", isLive: false } } });
    expect(await read(id)).toMatchObject({ title: "Day", isLive: false });
    expect(await studio.refusal(startStream, { id, was: { order: "shuffled" } })).toMatchObject({ code: "invalid-input" });
    // What is set to the same, or not at all, met nobody.
    const started = await studio.callVerb(startStream, { id, title: "Day", was: { title: "Night", description: null } });
    expect(started).toMatchObject({ title: "Day", description: "All", hasStarted: true });
    // Neither did what is live: nothing of it is changed.
    expect(await studio.callVerb(startStream, { id, title: "Dusk", was: { title: "Night" } })).toMatchObject({ hasStarted: false });
  });

  it("pushes every change of a live stream, and none of one that is off", async () => {
    const [live, off] = [await newStream("live"), await newStream("off")];
    const [a, b] = [addTrack(studio.services, "A"), addTrack(studio.services, "B")];
    for (const id of [live, off]) {
      await connect(id);
      await studio.callVerb(addTracks, { streamId: id, trackIds: [a, b, a] });
    }
    await studio.callVerb(startStream, { id: live });
    const latest = () => studio.engine.pushed.at(-1);
    const titles = () => latest()?.items.map((item) => item.title);
    await studio.callVerb(updateStream, { id: live, order: "shuffled" });
    expect(latest()?.order).toBe("shuffled");
    await studio.callVerb(updateTrack, { id: b, title: "Bee" });
    expect(titles()).toEqual(["A", "Bee", "A"]);
    await studio.callVerb(deleteTrack, { id: a });
    expect(titles()).toEqual(["Bee"]);
    expect((await read(live)).tracklistIds).toEqual([b]);
    const elsewhere = { rtmpUrl: "rtmp://other/app", streamKey: "k2" };
    await connect(live, elsewhere);
    expect(latest()?.destinations).toMatchObject([{ url: "rtmp://other/app", streamKey: "k2" }]);
    const before = latest();
    await connect(live, elsewhere);
    expect(latest()).toBe(before);
    expect(new Set(studio.engine.pushed.map((plan) => plan.streamId))).toEqual(new Set([live]));
    expect(new Set(studio.engine.pushed.map((plan) => plan.sessionId)).size).toBe(1);
  });

  it("takes each journal entry once: play count, current track and the as-run log", async () => {
    const id = await newStream();
    const stop = followEngine(studio.services);
    const a = addTrack(studio.services, "A");
    const told = { entryId: "e1", streamId: id, sessionId: sessionId.parse("s"), itemId: itemId.parse("i"), trackId: a };
    const texts = { title: "A as aired", artist: "B", isrcCode: null, startedAt: "2026-01-02T03:04:05.000Z" };
    const started = { type: "started", position: 1, ...told, ...texts } as const;
    studio.engine.write(started);
    // After a crash between the commit and the acknowledgement it is told again.
    studio.engine.write({ ...started, position: 2 });
    await vi.waitFor(() => expect(studio.engine.acknowledged).toEqual([1, 2]));
    expect(studio.services.db.select().from(tracks).all()[0]?.playCount).toBe(1);
    expect(studio.services.db.select().from(asRun).all()).toMatchObject([{ entryId: "e1", title: "A as aired", endedAt: null }]);
    expect(await read(id)).toMatchObject({ currentTrackId: a });
    stop();
  });

  it("ends when the stream is deleted", async () => {
    const id = await newStream();
    await connect(id);
    await studio.callVerb(startStream, { id });
    await studio.callVerb(deleteStream, { id });
    expect(studio.engine.stopped).toEqual([id]);
    expect(studio.engine.onAir(id)).toEqual(OFF_AIR);
  });
});
