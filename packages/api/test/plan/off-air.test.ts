import type { Plan, StreamId } from "@nightjar/contract";
import { addBackgroundFile, addTrack, shaOf } from "@nightjar/api/testing";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { activateBackground } from "../../src/backgrounds/activate-background.ts";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { updateTrack } from "../../src/library/update-track.ts";
import { createElement } from "../../src/overlays/create-element.ts";
import { createTemplate } from "../../src/overlays/create-template.ts";
import { updateElement } from "../../src/overlays/update-element.ts";
import { reconcileWanted } from "../../src/plan/push-plan.ts";
import { addTrack as addOne } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const KEY = "very-secret-stream-key";

let studio: Studio;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  studio = await openStudio();
  studio.services.offAir.begin();
  await told();
});
afterEach(() => {
  vi.useRealTimers();
  studio.close();
});

/** What the engine is told of the streams off air once everything has rested. */
async function told(): Promise<readonly Plan[]> {
  const before = studio.engine.prepared.length;
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(() => expect(studio.engine.prepared.length).toBeGreaterThan(before), PATIENCE_MS);
  return studio.engine.prepared.at(-1) ?? [];
}

async function newStream(title = "Night"): Promise<StreamId> {
  const { id } = await studio.callVerb(createStream, { title });
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: KEY });
  return id;
}

describe("a stream that is off air", () => {
  it("is told to the engine when its tracks, texts, profile and background have rested: without where it is sent", async () => {
    const id = await newStream();
    const trackId = addTrack(studio.services, "First");
    await studio.callVerb(addOne, { id, trackId });
    expect((await told())[0]).toMatchObject({ streamId: id, items: [{ title: "First" }], destinations: [] });
    expect(JSON.stringify(studio.engine.prepared)).not.toContain(KEY);
    await studio.callVerb(updateStream, { id, profile: "720p30", channelName: "Night Radio" });
    expect((await told())[0]).toMatchObject({ profileId: "720p30", channelName: "Night Radio" });
    await studio.callVerb(updateTrack, { id: trackId, title: "Renamed" });
    expect((await told())[0]).toMatchObject({ items: [{ title: "Renamed" }] });
    const videoUrl = addBackgroundFile(studio.services, "rain");
    const background = await studio.callVerb(createBackground, { title: "rain", videoUrl });
    await studio.callVerb(activateBackground, { id: background.id });
    expect((await told())[0]).toMatchObject({ background: { kind: "video", file: { sha256: shaOf("rain") } } });
    expect(studio.engine.pushed).toEqual([]);
  });

  it("is told again when a template that it shows has rested", async () => {
    const id = await newStream();
    const { template } = await studio.callVerb(createTemplate, { name: "Night" });
    const element = await studio.callVerb(createElement, { templateId: template.id, name: "Line", type: "text" });
    await studio.callVerb(updateStream, { id, activeOverlayTemplateId: template.id });
    await told();
    await studio.callVerb(updateElement, { id: element.id, content: "Hello" });
    vi.advanceTimersByTime(5000);
    expect((await told())[0]).toMatchObject({ scene: { elements: [{ content: "Hello" }] } });
  });

  it("comes first when it was edited last, and is gone when it is deleted", async () => {
    const [first, second] = [await newStream("One"), await newStream("Two")];
    const order = async () => (await told()).map(({ streamId }) => streamId);
    expect(await order()).toEqual([second, first]);
    await studio.callVerb(updateStream, { id: first, channelName: "Edited" });
    expect(await order()).toEqual([first, second]);
    await studio.callVerb(deleteStream, { id: first });
    expect(await order()).toEqual([second]);
  });

  it("is told under the session that its Start begins, and under another one after Stop: so a shuffled list keeps what was promised", async () => {
    const id = await newStream();
    const [promised] = await told();
    await studio.callVerb(startStream, { id });
    expect(studio.engine.pushed.at(-1)).toMatchObject({ streamId: id, sessionId: promised?.sessionId });
    expect(await told()).toEqual([]);
    await studio.callVerb(stopStream, { id });
    const [next] = await told();
    expect(next?.streamId).toBe(id);
    expect(next?.sessionId).not.toBe(promised?.sessionId);
    await studio.callVerb(startStream, { id });
    expect(studio.engine.pushed.at(-1)?.sessionId).toBe(next?.sessionId);
  });

  it("is told when the studio is opened again, under the same session", async () => {
    const id = await newStream();
    const [before] = await told();
    studio = studio.reopen();
    await reconcileWanted(studio.services);
    const [after] = await told();
    expect(after).toMatchObject({ streamId: id, sessionId: before?.sessionId });
  });
});
