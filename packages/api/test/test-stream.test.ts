import { OFF_AIR, itemId, sessionId, trackId } from "@nightjar/contract";
import type { JournalEntry, LiveEvent, StreamId } from "@nightjar/contract";
import { addBackgroundFile, addTrack, shaOf } from "@nightjar/api/testing";
import { asRun, testStreams, tracks } from "@nightjar/db";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reconcileWanted, stopAllWanted } from "../src/plan/push-plan.ts";
import { testIdOf } from "../src/plan/test-plans.ts";
import { endAllSessions } from "../src/plan/end-all-sessions.ts";
import { addTracks } from "../src/streams/add-tracks.ts";
import { createBackground } from "../src/backgrounds/create-background.ts";
import { createTemplate } from "../src/overlays/create-template.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { deleteStream } from "../src/streams/delete-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { getStream } from "../src/streams/get-stream.ts";
import { followEngine } from "../src/streams/live-feed.ts";
import { getOnAir } from "../src/streams/on-air.ts";
import { startStream, stopStream } from "../src/streams/start-stop.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { startTest, stopTest } from "../src/test-stream/start-stop-test.ts";
import { getTestInfo, getTestStatus, rtmpUrlOf } from "../src/test-stream/test-status.ts";
import { watchTest } from "../src/test-stream/watch-test.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

let studio: Studio;
let id: StreamId;
beforeEach(async () => {
  studio = await openStudio();
  ({ id } = await studio.callVerb(createStream, { title: "Night" }));
});
afterEach(() => studio.close());

const start = () => studio.callVerb(startTest, { streamId: id });
const stop = () => studio.callVerb(stopTest, { streamId: id });
const nameIn = (rtmpUrl: string | null) => rtmpUrl?.split("/").at(-1) ?? "";
const plans = () => studio.engine.pushed.map(({ streamId }) => streamId);

describe("a test stream", () => {
  it("is the stream's own plan, sent to this machine alone, and leaves the stream off air", async () => {
    const { rtmpUrl, isActive } = await start();
    expect(isActive).toBe(true);
    expect(rtmpUrl).toMatch(/^rtmp:\/\/studio\.example:1935\/test\/[\w-]{32}$/);
    const [plan] = studio.engine.pushed;
    expect(plan).toMatchObject({ streamId: testIdOf(id), channelName: "Night" });
    expect(plan?.destinations).toEqual([
      { id: "local", kind: "local", url: "rtmp://127.0.0.1:1935/test", streamKey: `secret of ${nameIn(rtmpUrl)}` },
    ]);
    expect((await studio.callVerb(getStream, { id })).isLive).toBe(false);
    expect((await studio.callVerb(getOnAir, { id })).state).toBe("off");
  });

  it.each([
    ["radio.lan:3000", "radio.lan"],
    ["[fd00::5]:3000", "[fd00::5]"],
    ["192.168.1.5", "192.168.1.5"],
    ["evil@radio.lan/x", "studio.example"],
    [null, "studio.example"],
  ])("is played by others where they have reached the studio, at %s, unless PUBLIC_URL says where that is", (host, named) => {
    const { services } = studio;
    const urlWith = (isPublicUrlSet: boolean) =>
      rtmpUrlOf({ services: { ...services, config: { ...services.config, isPublicUrlSet } }, request: { host } }, { name: "name" });
    expect([urlWith(false), urlWith(true)]).toEqual([`rtmp://${named}:1935/test/name`, "rtmp://studio.example:1935/test/name"]);
  });

  it("has another name after each start, keeps it while it runs, and none when it is stopped", async () => {
    const first = nameIn((await start()).rtmpUrl);
    expect(nameIn((await start()).rtmpUrl)).toBe(first);
    expect(studio.ports.localAir.names).toEqual(new Set([first]));
    expect(studio.services.db.select().from(testStreams).get()?.nameSealed).not.toContain(first);
    expect(await stop()).toMatchObject({ isActive: false, rtmpUrl: null });
    expect(studio.ports.localAir.names).toEqual(new Set());
    expect(studio.engine.stopped).toEqual([testIdOf(id)]);
    expect(nameIn((await start()).rtmpUrl)).not.toBe(first);
    expect(await stop()).toMatchObject({ isActive: false });
    expect(await stop()).toMatchObject({ isActive: false });
  });

  it("tells what it shows, and where it is played only while it runs", async () => {
    const stopped = await studio.callVerb(getTestInfo, { streamId: id });
    expect(stopped).toMatchObject({ status: "STOPPED", stream: { id, title: "Night" }, currentTrack: null, testStreamUrl: null });
    expect(await studio.callVerb(getTestStatus, { streamId: id })).toMatchObject({ isActive: false, rtmpUrl: null, viewers: 0 });
    await start();
    const info = await studio.callVerb(getTestInfo, { streamId: id });
    expect(info).toMatchObject({ status: "STREAMING", testStreamUrl: `/api/test-stream/${id}/live.flv` });
    // It takes a moment to end after Stop.
    await stop();
    const ids = { id: trackId.parse(randomUUID()), itemId: itemId.parse(randomUUID()) };
    const track = { ...ids, title: "Moth", artist: "Owl", startedAt: "", durationMs: 1000, because: null };
    studio.engine.setOnAir(testIdOf(id), { ...OFF_AIR, state: "stopping", track });
    expect(await studio.callVerb(getTestInfo, { streamId: id })).toMatchObject({ status: "STOPPED", currentTrack: null });
  });

  it("tells the background whose turn it is, and the template also where it has no elements", async () => {
    const { services } = studio;
    const made = async (title: string) =>
      (await studio.callVerb(createBackground, { title, videoUrl: addBackgroundFile(services, title) })).id;
    const [day, night] = [await made("day"), await made("night")];
    const { template } = await studio.callVerb(createTemplate, { name: "Bare" });
    await studio.callVerb(updateStream, { id, activeBackgroundId: day, activeOverlayTemplateId: template.id });
    const info = () => studio.callVerb(getTestInfo, { streamId: id });
    await start();
    studio.engine.background = { kind: "video", file: { path: "", sha256: shaOf("night") } };
    expect(await info()).toMatchObject({ background: { id: day }, overlayTemplate: { name: "Bare" }, overlayElements: [] });
    await studio.callVerb(updateStream, { id, autoSwitch: "every-song", activeOverlayTemplateId: null });
    expect(await info()).toMatchObject({ background: { id: night }, overlayTemplate: null });
    studio.engine.background = null;
    expect(await info()).toMatchObject({ background: { id: day } });
  });

  it("runs beside the live one, and neither ends with the other", async () => {
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live", streamKey: "key" });
    await start();
    await studio.callVerb(startStream, { id });
    expect(new Set(plans())).toEqual(new Set([id, testIdOf(id)]));
    expect(new Set(studio.engine.pushed.map((plan) => plan.sessionId)).size).toBe(2);
    await studio.callVerb(stopStream, { id });
    expect(studio.engine.stopped).toEqual([id]);
    expect((await studio.callVerb(getTestStatus, { streamId: id })).isActive).toBe(true);
    await studio.callVerb(startStream, { id });
    await stop();
    expect(studio.engine.stopped).toEqual([id, testIdOf(id)]);
    expect((await studio.callVerb(getStream, { id })).isLive).toBe(true);
  });

  it("follows what is edited, and ends with its stream", async () => {
    await start();
    await studio.callVerb(updateStream, { id, title: "Late Night" });
    expect(studio.engine.pushed.at(-1)).toMatchObject({ streamId: testIdOf(id), channelName: "Late Night" });
    await studio.callVerb(deleteStream, { id });
    expect(studio.engine.stopped).toContain(testIdOf(id));
    expect(studio.ports.localAir.names).toEqual(new Set());
  });

  it("is refused with the stated words and the reason where its port is taken, and nothing of it is wanted then", async () => {
    studio.ports.localAir.trouble = "port 1935 is used by another program.";
    const refusal = await studio.refusal(startTest, { streamId: id });
    expect(refusal.code).toBe("unavailable");
    expect(refusal.message).toBe("Could not start the RTMP stream: port 1935 is used by another program.");
    expect(await studio.callVerb(getTestStatus, { streamId: id })).toMatchObject({ isActive: false });
    expect(studio.engine.pushed).toEqual([]);
  });

  it("is refused where there is no engine, with its reason", async () => {
    studio.engine.setOnAir(testIdOf(id), { ...OFF_AIR, state: "failed", reason: "ffmpeg is missing" });
    expect((await studio.refusal(startTest, { streamId: id })).message).toBe("Could not start the RTMP stream: ffmpeg is missing");
  });

  it("says that nothing comes of it and why where it cannot be planned, until it can be, or is not wanted any more", async () => {
    const { apply } = studio.engine;
    const refuse = () => {
      throw new Error("the engine takes nothing of this one");
    };
    const status = () => studio.callVerb(getTestStatus, { streamId: id });
    const reason = "What is stored of this stream cannot be put on air; the log says why.";
    studio.engine.apply = refuse;
    expect(await start()).toMatchObject({ isActive: true, state: "failed", reason });
    expect(await status()).toMatchObject({ isActive: true, state: "failed", reason });
    studio.engine.apply = apply;
    await studio.callVerb(updateStream, { id, title: "Late Night" });
    expect((await status()).reason).toBeNull();
    studio.engine.apply = refuse;
    await studio.callVerb(updateStream, { id, title: "Night" });
    // What was planned before goes on; of the live one nothing is said.
    expect(await status()).toMatchObject({ state: "preparing", reason });
    expect((await studio.callVerb(getOnAir, { id })).reason).toBeNull();
    expect((await stop()).reason).toBeNull();
    expect(await status()).toMatchObject({ isActive: false, state: "off", reason: null });
  });

  it("goes on at the same address after a restart, or has ended where nobody can be listened to", async () => {
    const { rtmpUrl } = await start();
    await reconcileWanted(studio.services);
    expect(studio.engine.reconciled.at(-1)?.map(({ streamId }) => streamId)).toEqual([testIdOf(id)]);
    expect((await studio.callVerb(getTestStatus, { streamId: id })).rtmpUrl).toBe(rtmpUrl);
    studio.ports.localAir.trouble = "port 1935 is used by another program.";
    await reconcileWanted(studio.services);
    expect(studio.engine.reconciled.at(-1)).toEqual([]);
    const ended = await studio.callVerb(getTestStatus, { streamId: id });
    expect(ended.isActive).toBe(false);
    expect(ended.reason).toBe("The test has ended with the restart of the studio: port 1935 is used by another program.");
    studio.ports.localAir.trouble = null;
    expect((await start()).reason).toBeNull();
    expect((await stop()).reason).toBeNull();
    expect(studio.ports.logged.map(({ message }) => message)).toContain(
      "the test streams have ended: port 1935 is used by another program.",
    );
  });

  it("begins nothing at a restart that was stopped while its address was still being opened", async () => {
    await start();
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live", streamKey: "key" });
    await studio.callVerb(startStream, { id });
    const opened = Promise.withResolvers<null>();
    vi.spyOn(studio.services.localAir, "open").mockReturnValue(opened.promise);
    const reconciling = reconcileWanted(studio.services);
    await studio.callVerb(stopStream, { id });
    opened.resolve(null);
    await reconciling;
    expect(studio.engine.reconciled.at(-1)?.map(({ streamId }) => streamId)).toEqual([testIdOf(id)]);
  });

  it("ends with all that is on air when the operator says so, also while no server runs", async () => {
    await start();
    stopAllWanted(studio.services);
    expect((await studio.callVerb(getTestStatus, { streamId: id })).isActive).toBe(false);
    await start();
    studio.services.db.transaction((tx) => endAllSessions(tx, new Date()));
    expect((await studio.callVerb(getTestStatus, { streamId: id })).isActive).toBe(false);
  });

  it("is told of in no event, counts as no play and stands in no log", async () => {
    const track = addTrack(studio.services, "Moth");
    await studio.callVerb(addTracks, { streamId: id, trackIds: [track] });
    await start();
    const told: LiveEvent[] = [];
    const end = followEngine(studio.services);
    studio.services.live.subscribe((event) => void told.push(event));
    studio.engine.emit({ type: "on-air", streamId: testIdOf(id), onAir: { ...OFF_AIR, state: "on-air" } });
    const entry: JournalEntry = {
      ...{ type: "started", position: 1, entryId: "entry", streamId: testIdOf(id), sessionId: sessionId.parse("session") },
      ...{ itemId: itemId.parse("item"), trackId: trackId.parse(track), title: "Moth", artist: "A", isrcCode: null },
      startedAt: new Date(0).toISOString(),
    };
    studio.engine.write(entry);
    await vi.waitFor(() => expect(studio.engine.acknowledged).toEqual([1]));
    end();
    expect(told).toEqual([]);
    expect(studio.services.db.select().from(asRun).all()).toEqual([]);
    expect(studio.services.db.select().from(tracks).get()?.playCount).toBe(0);
  });

  it("is watched while it runs and whoever watches may, and by nobody else", async () => {
    expect((await studio.refusal(watchTest, { streamId: id })).code).toBe("not-found");
    const name = nameIn((await start()).rtmpUrl);
    for (const stranger of ["anonymous", "pending"] as const) {
      expect(["unauthenticated", "forbidden"]).toContain((await studio.refusal(watchTest, { streamId: id }, stranger)).code);
    }
    const staff = await studio.account("staff", "approved");
    const bytes = await studio.callVerb(watchTest, { streamId: id }, { token: staff.token });
    let isEnded = false;
    const leave = bytes.start({ shape: "flv", take: () => true, end: () => void (isEnded = true) });
    expect(studio.ports.localAir.viewers(name)).toBe(1);
    studio.services.sessions.ended(staff.id, null);
    expect(isEnded).toBe(true);
    leave();
    expect(studio.ports.localAir.viewers(name)).toBe(0);
  });
});
