import { addBackgroundFile, addTrack } from "@nightjar/api/testing";
import type { Stream } from "@nightjar/contract";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { createTemplate } from "../../src/overlays/create-template.ts";
import { addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { addDestination, listDestinations } from "../../src/streams/destinations.ts";
import { duplicateStream } from "../../src/streams/duplicate-stream.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { listStreams } from "../../src/streams/list-streams.ts";
import { setGapless } from "../../src/streams/set-gapless.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const SETTINGS = {
  ...{ description: "All night", channelName: "Nightjar", order: "shuffled", crossfadeMs: 2500, profile: "720p30", quality: "high" },
  ...{
    targetLufs: -16,
    transition: "slide",
    autoSwitch: "10-minutes",
    statsIntervalMs: 30_000,
    timeZone: "Europe/Berlin",
    ytRollOverHours: 11,
    ytSendsBackup: true,
  },
};

/** What each stream has of its own, or of what it is connected to: all else is what a duplicate is to be. */
const ITS_OWN: ReadonlySet<string> = new Set([
  ...["id", "title", "createdAt", "revision", "isLive", "streamDuration", "viewerCount", "currentTrackId"],
  ...["connected", "destination", "youtubeConnected", "youtubeChannelName"],
]);
const settled = (stream: Stream) => Object.fromEntries(Object.entries(stream).filter(([name]) => !ITS_OWN.has(name)));

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

/** One on air, with two destinations and a track that is in it twice. */
async function anOriginal() {
  const { id } = await studio.callVerb(createStream, { title: "Night" });
  const [first, second] = [addTrack(studio.services, "First"), addTrack(studio.services, "Second")];
  await studio.callVerb(addTracks, { streamId: id, trackIds: [first, second, first] });
  const [, marked] = (await studio.callVerb(getStream, { id })).tracks;
  await studio.callVerb(setGapless, { id, itemId: marked?.itemId, isGapless: true });
  const { id: activeBackgroundId } = await studio.callVerb(createBackground, {
    title: "Rain",
    videoUrl: addBackgroundFile(studio.services, "rain"),
  });
  const { template } = await studio.callVerb(createTemplate, { name: "Line" });
  const picture = { activeBackgroundId, activeOverlayTemplateId: template.id, artworkUrl: "https://art.example/cover.jpg" };
  await studio.callVerb(updateStream, { id, ...SETTINGS, ...picture });
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://one.example/app", streamKey: "k1" });
  await studio.callVerb(addDestination, { id, rtmpUrl: "rtmp://two.example/app", streamKey: "k2" });
  await studio.callVerb(startStream, { id });
  return studio.callVerb(getStream, { id });
}

describe("a duplicate of a stream", () => {
  it("is all that the original is, off air, with a tracklist of its own; the original stays as it was", async () => {
    const original = await anOriginal();
    const made = await studio.callVerb(duplicateStream, { id: original.id, title: "Day" });
    const { tracks, tracklistIds } = await studio.callVerb(getStream, { id: made.id });
    expect(made).toMatchObject({ title: "Day", isLive: false, connected: false, destination: null });
    const { tracks: _, ...whole } = original;
    expect(settled(made)).toEqual(settled(whole));
    expect(tracklistIds).toEqual(original.tracklistIds);
    expect(tracks.map(({ isGapless }) => isGapless)).toEqual([false, true, false]);
    const entries = new Set([...original.tracks, ...tracks].map(({ itemId }) => itemId));
    expect(entries.size).toBe(6);
    // It is on air, and its time there runs on.
    const { streamDuration: _runsOn, ...stillThere } = original;
    expect(await studio.callVerb(getStream, { id: original.id })).toMatchObject(stillThere);
  });

  it("is held against an original of which nothing is as in a new stream, so that no setting to come is forgotten", async () => {
    const { tracks: _, ...original } = await anOriginal();
    const plain = settled(await studio.callVerb(createStream, { title: "Plain" }));
    expect(Object.entries(settled(original)).filter(([name, value]) => value === plain[name])).toEqual([]);
  });

  it("goes where the original goes only where that is asked for: a key is for one sender", async () => {
    const original = await anOriginal();
    const made = await studio.callVerb(duplicateStream, { id: original.id, title: "Day", withDestinations: true });
    const shapes = async (id: string) =>
      (await studio.callVerb(listDestinations, { id })).map(({ rtmpUrl, streamKey, isExtra }) => [rtmpUrl, streamKey, isExtra]);
    expect(await shapes(made.id)).toEqual(await shapes(original.id));
    expect(made.connected).toBe(true);
    await studio.callVerb(startStream, { id: made.id });
    expect(studio.engine.pushed.at(-1)?.destinations.map(({ streamKey }) => streamKey)).toEqual(["k1", "k2"]);
  });

  it("is made once, and its keys are copied once, where its maker named it; that id stands for no other one", async () => {
    const original = await anOriginal();
    const asked = { id: original.id, newId: randomUUID(), title: "Day", withDestinations: true };
    const made = await studio.callVerb(duplicateStream, asked);
    expect(made.id).toBe(asked.newId);
    expect(await studio.callVerb(duplicateStream, asked)).toEqual(made);
    expect(await studio.callVerb(listDestinations, { id: made.id })).toHaveLength(2);
    for (const other of [{ title: "Dusk" }, { withDestinations: false }]) {
      expect(await studio.refusal(duplicateStream, { ...asked, ...other })).toMatchObject({ code: "conflict" });
    }
    expect((await studio.callVerb(listStreams, undefined)).map(({ id }) => id).toSorted()).toEqual([original.id, made.id].toSorted());
  });

  it("is answered where it was made already, also once the original is gone; of that no other one is made", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://one.example/app", streamKey: "k1" });
    const asked = { id, newId: randomUUID(), title: "Day", withDestinations: true };
    const made = await studio.callVerb(duplicateStream, asked);
    await studio.callVerb(deleteStream, { id });
    expect(await studio.callVerb(duplicateStream, asked)).toEqual(made);
    for (const other of [{ title: "Dusk" }, { withDestinations: false }])
      expect(await studio.refusal(duplicateStream, { ...asked, ...other })).toMatchObject({ code: "conflict" });
    expect(await studio.refusal(duplicateStream, { ...asked, newId: randomUUID() })).toMatchObject({ code: "not-found" });
  });

  it("is refused without a title, and of a stream that is none", async () => {
    const { id } = await studio.callVerb(createStream, { title: "Night" });
    expect(await studio.refusal(duplicateStream, { id, title: " " })).toMatchObject({ code: "invalid-input" });
    expect(await studio.refusal(duplicateStream, { id: "nobody", title: "Day" })).toMatchObject({ code: "not-found" });
  });
});
