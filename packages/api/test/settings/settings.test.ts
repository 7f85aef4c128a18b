import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { getSettings, patchSettings } from "../../src/settings/settings.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { noteViewers } from "../../src/youtube/viewers.ts";
import { withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const newStream = async () => (await studio.callVerb(createStream, { title: "Night" })).id;
const settings = () => studio.callVerb(getSettings, undefined);

describe("the studio's settings", () => {
  it("reflect the stream named last, else whether any is live", async () => {
    expect(await settings()).toMatchObject({ isLive: false, currentTrackId: null, streamDuration: "00:00:00" });
    const [live, off] = [await newStream(), await newStream()];
    await studio.callVerb(setDestination, { id: live, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "k" });
    await studio.callVerb(startStream, { id: live });
    expect(await settings()).toMatchObject({ isLive: true });
    const track = addTrack(studio.services, "A");
    await studio.callVerb(patchSettings, { currentTrackId: track, streamId: off, isLive: true });
    expect(await settings()).toMatchObject({ isLive: false, currentTrackId: track });
    await studio.callVerb(patchSettings, { streamId: live });
    expect(await settings()).toMatchObject({ isLive: true, currentTrackId: track });
    await studio.callVerb(deleteTrack, { id: track });
    expect(await settings()).toMatchObject({ currentTrackId: null });
    expect(await studio.refusal(patchSettings, { currentTrackId: "nobody" })).toMatchObject({ code: "not-found" });
  });

  it("tell who watches where that is known of a stream that is shown, and nobody where none is", async () => {
    expect(await settings()).toMatchObject({ viewerCount: 0 });
    const { id } = await withBroadcast(studio);
    expect(await settings()).toMatchObject({ viewerCount: null });
    noteViewers(studio.services, id, 7);
    expect(await settings()).toMatchObject({ viewerCount: 7 });
    await studio.callVerb(stopStream, { id });
    expect(await settings()).toMatchObject({ viewerCount: 0 });
  });
});
