import type { StreamId } from "@nightjar/contract";
import { streamSessions } from "@nightjar/db";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSession } from "../../src/plan/wanted.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { setDestination } from "../../src/streams/destination.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { createStartTurns } from "../../src/streams/start-turns.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

async function readyStream(title: string): Promise<StreamId> {
  const { id } = await studio.callVerb(createStream, { title });
  await studio.callVerb(setDestination, { id, rtmpUrl: "rtmp://far.example/live", streamKey: "key" });
  return id;
}

it("of streams started in the same moment the engine is told of each before the next is even stored", async () => {
  const ids = await Promise.all(["One", "Two", "Three", "Four"].map(readyStream));
  const apply = studio.engine.apply.bind(studio.engine);
  const storedBy: number[] = [];
  studio.engine.apply = (plan) => {
    storedBy.push(studio.services.db.select().from(streamSessions).all().length);
    apply(plan);
  };
  await Promise.all(ids.map((id) => studio.callVerb(startStream, { id })));
  expect(studio.engine.pushed.map(({ streamId }) => streamId)).toEqual(ids);
  expect(storedBy).toEqual([1, 2, 3, 4]);
});

it("one that is refused holds up none behind it", async () => {
  const [first, last] = [await readyStream("One"), await readyStream("Two")];
  const { id: unconnected } = await studio.callVerb(createStream, { title: "Nowhere" });
  const refused = studio.refusal(startStream, { id: unconnected });
  await Promise.all([studio.callVerb(startStream, { id: first }), studio.callVerb(startStream, { id: last })]);
  expect(await refused).toMatchObject({ code: "invalid-input" });
  expect([first, last, unconnected].map((id) => openSession(studio.services.db, id) !== null)).toEqual([true, true, false]);
  expect(studio.engine.pushed).toHaveLength(2);
});

it("what a Start has told the engine is not told once more in the next round", async () => {
  const id = await readyStream("One");
  await studio.callVerb(startStream, { id });
  await nextTurn();
  expect(studio.engine.pushed).toHaveLength(1);
});

describe("while the disk has not taken a Start", () => {
  let disk: PromiseWithResolvers<void>;
  beforeEach(() => {
    disk = Promise.withResolvers();
  });
  const holdDisk = () => vi.spyOn(studio.services.db, "flushed").mockImplementation(() => disk.promise);
  const isOn = (id: StreamId) => openSession(studio.services.db, id) !== null;

  it("the next has its turn, and the engine is told of each once", async () => {
    const ids = await Promise.all(["One", "Two"].map(readyStream));
    holdDisk();
    const starts = ids.map((id) => studio.callVerb(startStream, { id }));
    await vi.waitFor(() => expect(ids.map(isOn)).toEqual([true, true]));
    await nextTurn();
    expect(studio.engine.pushed.map(({ streamId }) => streamId)).toEqual(ids);
    disk.resolve();
    await Promise.all(starts);
    expect(studio.engine.pushed).toHaveLength(2);
  });

  it("a Stop is the last word to the engine, and a key that is replaced stays replaced", async () => {
    const [stopped, edited] = [await readyStream("One"), await readyStream("Two")];
    holdDisk();
    const calls: Promise<unknown>[] = [stopped, edited].map((id) => studio.callVerb(startStream, { id }));
    await vi.waitFor(() => expect([stopped, edited].map(isOn)).toEqual([true, true]));
    calls.push(studio.callVerb(stopStream, { id: stopped }));
    calls.push(studio.callVerb(setDestination, { id: edited, rtmpUrl: "rtmp://far.example/live", streamKey: "another" }));
    await vi.waitFor(() => expect(studio.engine.stopped).toContain(stopped));
    await vi.waitFor(() => expect(studio.engine.pushed).toHaveLength(3));
    disk.resolve();
    await Promise.all(calls);
    await nextTurn();
    expect(studio.engine.pushed.map(({ destinations, streamId }) => [streamId, destinations[0]?.streamKey])).toEqual([
      [stopped, "key"],
      [edited, "key"],
      [edited, "another"],
    ]);
  });
});

it("who waits for a turn has it when the one before gives it on, in the order of asking", async () => {
  const turns = createStartTurns();
  const taken: string[] = [];
  const ends = ["One", "Two", "Three"].map(async (name) => {
    const endTurn = await turns.take();
    taken.push(name);
    return endTurn;
  });
  const endFirst = await ends[0];
  await nextTurn();
  expect(taken).toEqual(["One"]);
  endFirst?.();
  const endSecond = await ends[1];
  expect(taken).toEqual(["One", "Two"]);
  endSecond?.();
  await ends[2];
  expect(taken).toEqual(["One", "Two", "Three"]);
});
