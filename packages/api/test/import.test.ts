import type { PlaylistId, StreamId, TrackId } from "@nightjar/contract";
import { audioFiles, playlistEntries, playlists } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { measureAllPending } from "../src/library/loudness.ts";
import { bringUpToDate } from "../src/playlists/bring-up-to-date.ts";
import { addTrack as addOne, addTracks } from "../src/streams/add-tracks.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { setDestination } from "../src/streams/destination.ts";
import { getStream } from "../src/streams/get-stream.ts";
import { startStream } from "../src/streams/start-stop.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

const TRACKS = 2000;
/** As fast as a machine measures them that has nothing else to do. */
const MEASURED_PER_SECOND = 100;

let studio: Studio;
let id: StreamId;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  studio = await openStudio();
  ({ id } = await studio.callVerb(createStream, { title: "Night" }));
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live", streamKey: "key" });
  await studio.callVerb(startStream, { id });
});
afterEach(() => {
  vi.useRealTimers();
  studio.close();
});

/** Rows of an import, none of which is measured. */
function importTracks(count = TRACKS): TrackId[] {
  const { db } = studio.services;
  const ids = db.transaction(() => Array.from({ length: count }, (_, n) => addTrack(studio.services, `Track ${n}`)));
  db.update(audioFiles).set({ loudnessState: "pending", integratedLufs: null }).run();
  return ids;
}

/** A playlist of these tracks, which knows of each what the library does not. */
function playlistOf(trackIds: readonly TrackId[]): PlaylistId {
  const { db } = studio.services;
  return db.transaction(() => {
    const { id: playlistId } = db.insert(playlists).values({ name: "Night" }).returning({ id: playlists.id }).get();
    for (const [position, trackId] of trackIds.entries()) {
      const entry = { title: `Track ${position}`, artist: "Artist", recordLabel: "Lamp Records" };
      db.insert(playlistEntries)
        .values({ ...entry, playlistId, position, trackId })
        .run();
    }
    return playlistId;
  });
}

describe("importing 2,000 tracks into a list that is on air", () => {
  it("pushes at most one plan a second while they are measured, the last of which knows all of them", async () => {
    const ids = importTracks();
    await studio.callVerb(addTracks, { streamId: id, trackIds: ids });
    const before = studio.engine.pushed.length;
    studio.ports.media.measureLoudness = async () => ({ integratedLufs: -14, rangeLu: 3, truePeakDbtp: -1 });
    measureAllPending(studio.services);
    const { queued } = studio.ports;
    expect(queued).toHaveLength(TRACKS);
    const bySecond: number[] = [];
    for (let second = 0; second * MEASURED_PER_SECOND < TRACKS; second += 1) {
      const pushed = studio.engine.pushed.length;
      for (const job of queued.slice(second * MEASURED_PER_SECOND, (second + 1) * MEASURED_PER_SECOND)) {
        await job.run(new AbortController().signal, () => undefined);
        vi.advanceTimersByTime(1000 / MEASURED_PER_SECOND);
      }
      bySecond.push(studio.engine.pushed.length - pushed);
    }
    vi.advanceTimersByTime(1000);
    const plans = studio.engine.pushed.length - before;
    console.log(`${TRACKS} tracks measured in ${bySecond.length} s: ${plans} plans, at most ${Math.max(...bySecond)} in a second`);
    expect(Math.max(...bySecond)).toBeLessThanOrEqual(1);
    expect(plans).toBeLessThanOrEqual(bySecond.length + 1);
    expect(studio.engine.pushed.at(-1)?.items.filter(({ loudness }) => loudness === null)).toEqual([]);
  });

  it("is told to no list as a change of its tracks while they are measured: nothing that a screen shows is another, but where a tracklist says how loud one is", async () => {
    const ids = importTracks(20);
    await studio.callVerb(addTracks, { streamId: id, trackIds: ids });
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
    const ordinary = { integratedLufs: -14, rangeLu: 3, truePeakDbtp: -1 };
    const measure = vi.fn(async () => ordinary).mockResolvedValueOnce({ integratedLufs: -30, rangeLu: 3, truePeakDbtp: 0 });
    studio.ports.media.measureLoudness = measure;
    measureAllPending(studio.services);
    for (const job of studio.ports.queued) await job.run(new AbortController().signal, () => undefined);
    const noted = (await studio.callVerb(getStream, { id })).tracks.filter(({ levelNote }) => levelNote !== null);
    expect(noted).toHaveLength(1);
    expect(told.toSorted()).toEqual([...ids.map((trackId) => `loudness ${trackId}`), `tracks ${noted[0]?.id}`].toSorted());
  });

  it("pushes one plan for all that a sync fills in within a second", async () => {
    const trackIds = importTracks();
    await studio.callVerb(addTracks, { streamId: id, trackIds });
    const before = studio.engine.pushed.length;
    const job = { kept: () => null, signal: new AbortController().signal, tell: () => undefined };
    expect(await bringUpToDate(studio.services, playlistOf(trackIds), job)).toEqual({ tracksAdded: 0, tracksUpdated: TRACKS });
    await nextTurn();
    vi.advanceTimersByTime(1000);
    expect(studio.engine.pushed.length - before).toBe(1);
  });

  it("pushes ten plans at once and then one a second where they are added one by one", async () => {
    const ids = importTracks(200);
    vi.advanceTimersByTime(20_000);
    const before = studio.engine.pushed.length;
    const PER_SECOND = 50;
    for (const trackId of ids) {
      await studio.callVerb(addOne, { id, trackId });
      vi.advanceTimersByTime(1000 / PER_SECOND);
    }
    vi.advanceTimersByTime(1000);
    const plans = studio.engine.pushed.length - before;
    console.log(`${ids.length} tracks added one by one in ${ids.length / PER_SECOND} s: ${plans} plans`);
    expect(plans).toBeLessThanOrEqual(10 + ids.length / PER_SECOND + 1);
    expect(studio.engine.pushed.at(-1)?.items).toHaveLength(ids.length);
  });
});

it("changes of one turn make one plan, which holds them all", async () => {
  const before = studio.engine.pushed.length;
  const [track] = importTracks(1);
  const calls = [
    studio.callVerb(updateStream, { id, title: "Day" }),
    studio.callVerb(updateStream, { id, channelName: "Radio" }),
    studio.callVerb(addOne, { id, trackId: track }),
  ];
  await Promise.all(calls);
  await nextTurn();
  expect(studio.engine.pushed.slice(before)).toMatchObject([{ channelName: "Radio", items: [{ trackId: track }] }]);
});
