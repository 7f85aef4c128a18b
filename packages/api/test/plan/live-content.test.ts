import type { BackgroundId, StreamId } from "@nightjar/contract";
import { addBackgroundFile, shaOf } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { deleteBackground } from "../../src/backgrounds/delete-background.ts";
import { patchSettings } from "../../src/settings/settings.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { updateContent } from "../../src/streams/update-content.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const settings = (fields: Readonly<Record<string, unknown>>) => studio.callVerb(patchSettings, fields);
const pushed = () => studio.engine.pushed.at(-1);
const rotation = () => pushed()?.rotation.map((turn) => (turn.kind === "default" ? null : turn.file.sha256));

async function liveStream(): Promise<StreamId> {
  const { id } = await studio.callVerb(createStream, { title: "Night" });
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" });
  await studio.callVerb(startStream, { id });
  return id;
}

async function newBackground(name: string): Promise<BackgroundId> {
  const videoUrl = addBackgroundFile(studio.services, name);
  return (await studio.callVerb(createBackground, { title: name, videoUrl })).id;
}

describe("Update Live Stream", () => {
  it("answers with what is on air when the stored content is shown", async () => {
    const id = await liveStream();
    const before = studio.engine.pushed.length;
    expect(await studio.callVerb(updateContent, { id })).toMatchObject({ state: "preparing", isUpdated: true });
    expect(studio.engine.contentUpdates).toEqual([id]);
    expect(studio.engine.pushed.length).toBe(before + 1);
  });

  it("answers in time where that takes longer, and says that it is not on air yet, which is no failure", async () => {
    const id = await liveStream();
    studio.engine.updateContent = () => new Promise(() => undefined);
    expect(await studio.callVerb(updateContent, { id, answerWithinMs: 5 })).toMatchObject({ state: "preparing", isUpdated: false });
  });

  it("says that the previous content goes on when it could not be prepared, and why", async () => {
    const id = await liveStream();
    const reason = "The new picture could not be rendered.";
    studio.engine.contentUpdate = { isUpdated: false, reason };
    const message = "Could not update live stream content. The stream continues with previous content.";
    expect(await studio.refusal(updateContent, { id })).toMatchObject({ code: "unavailable", message, details: { reason } });
  });

  it("is refused with a sentence where nothing is on air", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    expect(await studio.refusal(updateContent, { id })).toMatchObject({ code: "conflict", message: "The stream is not on air" });
    expect(await studio.refusal(updateContent, { id: "00000000-0000-4000-8000-000000000000" })).toMatchObject({ code: "not-found" });
    expect(studio.engine.contentUpdates).toEqual([]);
  });
});

describe("transition and auto-switch", () => {
  it("are the studio's, with the stream's own above them, and reach what is on air at once", async () => {
    const id = await liveStream();
    expect(pushed()).toMatchObject({ transition: "fade", autoSwitch: "never" });
    expect(await settings({ transition: "slide", autoSwitch: "10-minutes" })).toMatchObject({
      transition: "slide",
      autoSwitch: "10-minutes",
    });
    expect(pushed()).toMatchObject({ streamId: id, transition: "slide", autoSwitch: "10-minutes" });
    await studio.callVerb(updateStream, { id, transition: "instant", autoSwitch: "every-song" });
    expect(pushed()).toMatchObject({ transition: "instant", autoSwitch: "every-song" });
    const before = studio.engine.pushed.length;
    await settings({ transition: "fade" });
    // Nothing of it concerns a stream that has both of its own.
    expect(studio.engine.pushed.length).toBe(before);
    await studio.callVerb(updateStream, { id, transition: null, autoSwitch: null });
    expect(pushed()).toMatchObject({ transition: "fade", autoSwitch: "10-minutes" });
    expect(await studio.refusal(patchSettings, { transition: "wipe" })).toMatchObject({ code: "invalid-input" });
  });

  it("let all backgrounds take turns, in the order of their creation, and follow what is added and deleted", async () => {
    const first = await newBackground("rain");
    await newBackground("city");
    await liveStream();
    expect(rotation()).toEqual([shaOf("rain"), shaOf("city")]);
    await settings({ autoSwitch: "every-song" });
    await newBackground("sea");
    expect(rotation()).toEqual([shaOf("rain"), shaOf("city"), shaOf("sea")]);
    await studio.callVerb(deleteBackground, { id: first });
    expect(rotation()).toEqual([shaOf("city"), shaOf("sea")]);
  });
});

describe("the studio's settings", () => {
  it("are told to whoever watches, by the name of what changed", async () => {
    const told: unknown[] = [];
    studio.services.live.subscribe((event) => told.push(event));
    await settings({ streamTitle: "Night" });
    expect(told).toMatchObject([{ type: "changed", entity: "settings" }]);
  });
});
