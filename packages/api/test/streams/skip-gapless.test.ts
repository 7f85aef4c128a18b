import { type ItemId, OFF_AIR, type StreamId, type TrackId } from "@nightjar/contract";
import { addTrack } from "@nightjar/api/testing";
import { auditLog } from "@nightjar/db";
import { inArray } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { setGapless } from "../../src/streams/set-gapless.ts";
import { jumpToTrack, skipTrack } from "../../src/streams/skip-jump.ts";
import { startStream } from "../../src/streams/start-stop.ts";
import { listStreamHistory } from "../../src/streams/stream-history.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { holdDisk } from "../support/hold-disk.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const NOBODY = "00000000-0000-4000-8000-000000000000";
const read = (id: StreamId) => studio.callVerb(getStream, { id });

async function streamOf(trackIds: readonly TrackId[]): Promise<StreamId> {
  const { id } = await studio.callVerb(createStream, { title: "Night" });
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" });
  await studio.callVerb(addTracks, { streamId: id, trackIds: [...trackIds] });
  return id;
}

it("a track that cannot be as loud as the others says so in the tracklist, by the stream's own target", async () => {
  const id = await streamOf([addTrack(studio.services, "A")]);
  const note = async () => (await read(id)).tracks[0]?.levelNote;
  expect(await note()).toBeNull();
  await studio.callVerb(updateStream, { id, targetLufs: -5 });
  // -12 LUFS with peaks at -1 dBTP: 7 dB more, of which the limiter may take 6.
  expect(await note()).toBe("Plays about 1 dB quieter than the others: its peaks would have to be cut by more than 6 dB.");
});

/** The entry at that place of the list sounds. @returns its id */
async function heard(id: StreamId, place: number, startedAt: string): Promise<ItemId> {
  const entry = (await read(id)).tracks[place];
  if (!entry) throw new Error("the list is shorter");
  const { id: trackId, itemId, title, artist, durationMs } = entry;
  const track = { id: trackId, itemId, title, artist, durationMs, startedAt, because: null };
  studio.engine.onAir = () => ({ ...OFF_AIR, state: "on-air", track });
  return itemId;
}

describe("skip and jump", () => {
  it("are refused with a sentence where nothing is on air, or nothing can be played", async () => {
    const id = await streamOf([addTrack(studio.services, "A"), addTrack(studio.services, "B", "Artist", { audioSha256: null })]);
    const [first, second] = (await read(id)).tracks;
    const offAir = { code: "conflict", message: "The stream is not on air" };
    expect(await studio.refusal(skipTrack, { id })).toMatchObject(offAir);
    expect(await studio.refusal(jumpToTrack, { id, itemId: first?.itemId })).toMatchObject(offAir);
    expect(await studio.refusal(skipTrack, { id: NOBODY })).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(jumpToTrack, { id: NOBODY, itemId: first?.itemId })).toMatchObject({ code: "not-found" });
    await studio.callVerb(startStream, { id });
    expect(await studio.refusal(jumpToTrack, { id, itemId: NOBODY })).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(jumpToTrack, { id })).toMatchObject({ code: "invalid-input" });
    const fileless = await studio.refusal(jumpToTrack, { id, itemId: second?.itemId });
    expect(fileless).toMatchObject({ code: "conflict", message: "The track has no audio file" });
    for (const tracklistIds of [[second?.id], []]) {
      await studio.callVerb(updateStream, { id, tracklistIds });
      const nothing = { code: "conflict", message: "The tracklist has no track that could be played" };
      expect(await studio.refusal(skipTrack, { id })).toMatchObject(nothing);
    }
    expect([studio.engine.jumps, studio.engine.skipped]).toEqual([[], []]);
  });

  it("reach the engine when the stream is live, and answer with what is true now", async () => {
    const id = await streamOf([addTrack(studio.services, "A"), addTrack(studio.services, "B")]);
    await studio.callVerb(startStream, { id });
    const itemId = (await read(id)).tracks[1]?.itemId;
    expect((await studio.callVerb(skipTrack, { id })).state).toBe("preparing");
    await studio.callVerb(jumpToTrack, { id, itemId });
    expect(studio.engine.skipped).toEqual([id]);
    expect(studio.engine.jumps).toEqual([{ id, itemId }]);
  });

  it("are answered though the disk takes nothing: the engine was told, and but for their entries nothing of them is stored", async () => {
    const id = await streamOf([addTrack(studio.services, "A"), addTrack(studio.services, "B")]);
    await studio.callVerb(startStream, { id });
    const itemId = (await read(id)).tracks[1]?.itemId;
    holdDisk(studio).refuse();
    await studio.callVerb(skipTrack, { id });
    await studio.callVerb(jumpToTrack, { id, itemId });
    expect([studio.engine.skipped, studio.engine.jumps]).toEqual([[id], [{ id, itemId }]]);
    const { items } = await studio.callVerb(listStreamHistory, { id });
    expect(items.map(({ action }) => action).slice(0, 2)).toEqual(["streams.jump", "streams.skip"]);
  });

  it("are refused with a sentence while nothing is on air yet, and noted as nobody's act", async () => {
    const id = await streamOf([addTrack(studio.services, "A"), addTrack(studio.services, "B")]);
    await studio.callVerb(startStream, { id });
    studio.engine.skip = () => false;
    studio.engine.jump = () => false;
    const next = { code: "conflict", message: "The next track cannot be played now" };
    expect(await studio.refusal(skipTrack, { id })).toMatchObject(next);
    const itemId = (await read(id)).tracks[1]?.itemId;
    const that = { code: "conflict", message: "The track cannot be played now" };
    expect(await studio.refusal(jumpToTrack, { id, itemId })).toMatchObject(that);
    const { items } = await studio.callVerb(listStreamHistory, { id });
    expect(items.map(({ action }) => action)).not.toContain("streams.skip");
  });

  it("leave one track where two press because of it, and two where one does twice or nobody says what is heard", async () => {
    const id = await streamOf(["A", "B", "C"].map((title) => addTrack(studio.services, title)));
    await studio.callVerb(startStream, { id });
    const { skipped } = studio.engine;
    const a = await heard(id, 0, "2026-01-01T00:00:00.000Z");
    const first = await studio.callVerb(skipTrack, { id, itemId: a });
    expect(await studio.callVerb(skipTrack, { id, itemId: a }, "staff")).toEqual(first);
    expect(skipped).toHaveLength(1);
    await studio.callVerb(skipTrack, { id, itemId: a });
    expect(skipped).toHaveLength(2);
    await studio.callVerb(skipTrack, { id }, "staff");
    expect(skipped).toHaveLength(3);
    const b = await heard(id, 1, "2026-01-01T00:01:00.000Z");
    // Who pressed heard the one before it.
    await studio.callVerb(skipTrack, { id, itemId: a }, "staff");
    expect(skipped).toHaveLength(3);
    await studio.callVerb(skipTrack, { id, itemId: b }, "staff");
    expect(skipped).toHaveLength(4);
    // The list has gone round.
    await heard(id, 1, "2026-01-01T00:03:00.000Z");
    await studio.callVerb(skipTrack, { id, itemId: b });
    expect(skipped).toHaveLength(5);
  });

  it.each(["that is named", "that is not named"])(
    "leave no further track %s where the same press asks again because its answer was lost",
    async (name) => {
      const id = await streamOf(["A", "B"].map((title) => addTrack(studio.services, title)));
      await studio.callVerb(startStream, { id });
      const { skipped } = studio.engine;
      const a = await heard(id, 0, "2026-01-01T00:00:00.000Z");
      const press = { id, pressId: randomUUID(), ...(name === "that is named" && { itemId: a }) };
      await studio.callVerb(skipTrack, press);
      await studio.callVerb(skipTrack, press);
      expect(skipped).toEqual([id]);
      await heard(id, 1, "2026-01-01T00:01:00.000Z");
      await studio.callVerb(skipTrack, press);
      // The list of one track that goes round, or both of them.
      await heard(id, 0, "2026-01-01T00:02:00.000Z");
      await studio.callVerb(skipTrack, press);
      expect(skipped).toEqual([id]);
      // Another press, also of the same person.
      await studio.callVerb(skipTrack, { ...press, pressId: randomUUID() });
      expect(skipped).toEqual([id, id]);
    },
  );

  it("jump once for one press, and carry out one that did not arrive", async () => {
    const [a, b] = [addTrack(studio.services, "A"), addTrack(studio.services, "B")];
    const [id, other] = [await streamOf([a, b]), await streamOf([a, b])];
    const pressId = randomUUID();
    for (const stream of [id, other]) await studio.callVerb(startStream, { id: stream });
    const jump = { id, itemId: (await read(id)).tracks[1]?.itemId, pressId };
    studio.engine.jump = () => false;
    await studio.refusal(jumpToTrack, jump);
    const jumped: string[] = [];
    studio.engine.jump = (at) => jumped.push(at) > 0;
    await studio.callVerb(jumpToTrack, jump);
    await studio.callVerb(jumpToTrack, jump);
    expect(jumped).toEqual([id]);
    // One press may be of several streams.
    await studio.callVerb(jumpToTrack, { id: other, itemId: (await read(other)).tracks[1]?.itemId, pressId });
    expect(jumped).toEqual([id, other]);
    expect(await studio.refusal(skipTrack, { id, pressId: "again" })).toMatchObject({ code: "invalid-input" });
  });

  it("stand once among the stream's changes where two press because of one track, or one press is sent again", async () => {
    const id = await streamOf(["A", "B"].map((title) => addTrack(studio.services, title)));
    await studio.callVerb(startStream, { id });
    const a = await heard(id, 0, "2026-01-01T00:00:00.000Z");
    const press = { id, itemId: a, pressId: randomUUID() };
    await studio.callVerb(skipTrack, press);
    await studio.callVerb(skipTrack, press);
    await studio.callVerb(skipTrack, { id, itemId: a }, "staff");
    const jump = { id, itemId: (await read(id)).tracks[1]?.itemId, pressId: randomUUID() };
    await studio.callVerb(jumpToTrack, jump);
    await studio.callVerb(jumpToTrack, jump);
    const { items } = await studio.callVerb(listStreamHistory, { id });
    expect(items.map(({ action }) => action).slice(0, 3)).toEqual(["streams.jump", "streams.skip", "streams.start"]);
    // The log itself has an entry for each call.
    const logged = studio.services.db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.action, ["streams.skip", "streams.jump"]))
      .all();
    expect(logged.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
  });

  it("leave alone what somebody else has just jumped to, though not for who jumped; under a slate there is nothing to leave twice", async () => {
    const id = await streamOf(["A", "B", "C"].map((title) => addTrack(studio.services, title)));
    await studio.callVerb(startStream, { id });
    const { skipped } = studio.engine;
    const a = await heard(id, 0, "2026-01-01T00:00:00.000Z");
    await studio.callVerb(jumpToTrack, { id, itemId: (await read(id)).tracks[2]?.itemId });
    await studio.callVerb(skipTrack, { id, itemId: a }, "staff");
    expect(skipped).toEqual([]);
    await studio.callVerb(skipTrack, { id, itemId: a });
    expect(skipped).toHaveLength(1);
    studio.engine.onAir = () => ({ ...OFF_AIR, state: "slate" });
    await studio.callVerb(skipTrack, { id, itemId: a }, "staff");
    expect(skipped).toHaveLength(2);
  });

  it("leave what is heard still ten seconds after somebody else has left it: what was jumped to may have proved broken", async () => {
    const id = await streamOf(["A", "B"].map((title) => addTrack(studio.services, title)));
    await studio.callVerb(startStream, { id });
    const { skipped } = studio.engine;
    const a = await heard(id, 0, "2026-01-01T00:00:00.000Z");
    const pressedAtMs = Date.now();
    studio.ports.clock.set(pressedAtMs);
    await studio.callVerb(jumpToTrack, { id, itemId: (await read(id)).tracks[1]?.itemId });
    studio.ports.clock.set(pressedAtMs + 9_999);
    await studio.callVerb(skipTrack, { id, itemId: a }, "staff");
    expect(skipped).toEqual([]);
    studio.ports.clock.set(pressedAtMs + 10_000);
    await studio.callVerb(skipTrack, { id, itemId: a }, "staff");
    expect(skipped).toEqual([id]);
  });

  it("know what was edited a moment before, though no plan was due yet", async () => {
    const [a, b] = [addTrack(studio.services, "A"), addTrack(studio.services, "B")];
    const id = await streamOf([a]);
    await studio.callVerb(startStream, { id });
    let known: string[] = [];
    studio.engine.skip = () => {
      known = studio.engine.pushed.at(-1)?.items.map(({ title }) => title) ?? [];
      return true;
    };
    const skipped = Promise.withResolvers<unknown>();
    const stop = studio.services.live.subscribe(() => {
      // A skip is told as well.
      stop();
      skipped.resolve(studio.callVerb(skipTrack, { id }));
    });
    await studio.callVerb(addTracks, { streamId: id, trackIds: [b] });
    await skipped.promise;
    expect(known).toEqual(["A", "B"]);
  });
});

describe("the gapless mark", () => {
  const ofRelease = (title: string, trackNumber: number, album = "Live at Night", artist = "Artist") =>
    addTrack(studio.services, title, artist, { album, trackNumber, discNumber: 1 });
  const flags = async (id: StreamId) => (await read(id)).tracks.map((track) => track.isGapless);
  const mark = async (id: StreamId, index: number, isGapless: boolean | null) =>
    studio.callVerb(setGapless, { id, itemId: (await read(id)).tracks[index]?.itemId, isGapless });

  it("follows the release by itself: consecutive tracks of one album by one artist", async () => {
    const [a, b, c] = [ofRelease("A", 1), ofRelease("B", 2, "live at night "), ofRelease("C", 4)];
    const [other, d] = [ofRelease("E", 5, "Live at Night", "Somebody else"), addTrack(studio.services, "D")];
    const id = await streamOf([a, b, c, other, d, b]);
    expect(await flags(id)).toEqual([false, true, false, false, false, false]);
  });

  it("set by hand goes above it, stays with its entry when the list changes, and is told to the engine", async () => {
    const [a, b, c] = [ofRelease("A", 1), ofRelease("B", 2), addTrack(studio.services, "C")];
    const id = await streamOf([a, b, c]);
    await studio.callVerb(startStream, { id });
    await mark(id, 1, false);
    await mark(id, 2, true);
    expect(await flags(id)).toEqual([false, false, true]);
    expect(studio.engine.pushed.at(-1)?.items.map((item) => item.isGapless)).toEqual([false, false, true]);
    await studio.callVerb(updateStream, { id, tracklistIds: [a, c, b] });
    expect(await flags(id)).toEqual([false, true, false]);
    await mark(id, 2, null);
    await studio.callVerb(updateStream, { id, tracklistIds: [a, b] });
    expect(await flags(id)).toEqual([false, true]);
  });
});
