import { randomUUID } from "node:crypto";
import type { StreamId, StreamWithTracks, TrackId } from "@nightjar/contract";
import { streamItems } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTrack as addOne, addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { getStream } from "../../src/streams/get-stream.ts";
import { listStreams } from "../../src/streams/list-streams.ts";
import { listStreamHistory } from "../../src/streams/stream-history.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const newStream = async (title = "Night"): Promise<StreamId> => (await studio.callVerb(createStream, { title })).id;
const read = (id: StreamId): Promise<StreamWithTracks> => studio.callVerb(getStream, { id });
const codeOf = async (refused: Promise<{ readonly code: string }>) => (await refused).code;

describe("streams", () => {
  it("are made, listed, changed and deleted", async () => {
    const made = await studio.callVerb(createStream, { title: " Night ", description: "All of it" });
    expect(made).toMatchObject({ title: "Night", description: "All of it", isLive: false, streamDuration: "00:00:00" });
    const { id } = made;
    expect(await studio.callVerb(listStreams, undefined)).toHaveLength(1);
    expect(await studio.callVerb(updateStream, { id, title: "Day", crossfadeMs: 3000, order: "shuffled" })).toMatchObject({
      ...{ title: "Day", description: "All of it", crossfadeMs: 3000, order: "shuffled" },
    });
    expect((await studio.refusal(updateStream, { id, title: "  " })).message).toBe("Title is required");
    expect(await read(id)).toMatchObject({ title: "Day" });
    expect(await studio.callVerb(deleteStream, { id })).toBeNull();
    expect(await codeOf(studio.refusal(getStream, { id }))).toBe("not-found");
    expect(await codeOf(studio.refusal(deleteStream, { id }))).toBe("not-found");
    expect(await codeOf(studio.refusal(updateStream, { id, title: "x" }))).toBe("not-found");
    expect((await studio.refusal(createStream, { title: "  " })).message).toBe("Title is required");
  });

  it("are made once where their maker named them, however often they are asked for; that id stands for no other one", async () => {
    const asked = { id: randomUUID(), title: "Night", description: "All of it" };
    const made = await studio.callVerb(createStream, asked);
    expect(made).toMatchObject(asked);
    expect(await studio.callVerb(createStream, asked)).toEqual(made);
    for (const other of [{ title: "Day" }, { description: null }]) {
      expect(await codeOf(studio.refusal(createStream, { ...asked, ...other }))).toBe("conflict");
    }
    const nameless = await studio.refusal(createStream, { ...asked, id: "night" });
    expect(nameless).toMatchObject({ code: "invalid-input", issues: [{ path: "id" }] });
    expect(await studio.callVerb(listStreams, undefined)).toEqual([made]);
    const { items } = await studio.callVerb(listStreamHistory, { id: made.id });
    expect(items.map(({ action }) => action)).toEqual(["streams.create"]);
  });

  it("are not changed where somebody else was faster with the same setting, and who was slower is told what it is now", async () => {
    const { id, targetLufs } = await studio.callVerb(createStream, { title: "Night" });
    await studio.callVerb(updateStream, { id, title: "Day", was: { title: "Night" } }, "staff");
    const slower = await studio.refusal(updateStream, { id, title: "Dusk", targetLufs: -20, was: { title: "Night", targetLufs } });
    expect(slower).toMatchObject({ code: "conflict", details: { fields: ["title"], stream: { title: "Day", targetLufs } } });
    expect(await read(id)).toMatchObject({ title: "Day", targetLufs });
    // Another setting, and the same one set to the same, met nobody.
    await studio.callVerb(updateStream, { id, title: "Day", description: "All", was: { title: "Night", description: null } });
    expect(await studio.callVerb(updateStream, { id, title: "Dusk" })).toMatchObject({ title: "Dusk", description: "All" });
    expect(await codeOf(studio.refusal(updateStream, { id, title: "x", was: { tracklistIds: [] } }))).toBe("invalid-input");
  });

  it("hold a track twice, keep the entries that stay, and tell who was slower", async () => {
    const id = await newStream();
    const [a, b] = [addTrack(studio.services, "A"), addTrack(studio.services, "B")];
    await studio.callVerb(addOne, { id, trackId: a });
    expect(await studio.callVerb(addTracks, { streamId: id, trackIds: [b, a] })).toMatchObject({ tracklistIds: [a, b, a] });
    const before = await read(id);
    expect(before.tracks.map((track) => track.title)).toEqual(["A", "B", "A"]);
    expect(new Set(before.tracks.map((track) => track.itemId)).size).toBe(3);
    expect(before.tracks[0]).toMatchObject({ duration: "1:01", hasAudioFile: true, existsInLibrary: true, libraryTrackId: a });

    await studio.callVerb(updateStream, { id, tracklistIds: [b, a], revision: before.revision });
    const after = await read(id);
    expect(after.tracks.map((track) => track.itemId)).toEqual([before.tracks[1]?.itemId, before.tracks[0]?.itemId]);
    const slower = await studio.refusal(updateStream, { id, tracklistIds: [a], revision: before.revision });
    expect(slower).toMatchObject({ code: "conflict", details: { revision: after.revision, tracklistIds: [b, a] } });
    expect(await studio.callVerb(updateStream, { id, tracklistIds: [] })).toMatchObject({ tracklistIds: [] });
    expect(await codeOf(studio.refusal(addOne, { id, trackId: "nobody" }))).toBe("not-found");
    expect(await codeOf(studio.refusal(addTracks, { streamId: id, trackIds: [] }))).toBe("invalid-input");
  });

  it("hold at most 20,000 entries, however they come in", async () => {
    const id = await newStream();
    const tracks = Array.from({ length: 200 }, (_, n) => addTrack(studio.services, `T${n}`));
    const list = (length: number) => Array.from({ length }, (_, n) => tracks[n % tracks.length] as TrackId);
    const message = "A tracklist holds at most 20,000 entries";
    for (const refused of [
      await studio.refusal(updateStream, { id, tracklistIds: list(20_001) }),
      await studio.refusal(addTracks, { streamId: id, trackIds: list(20_001) }),
    ]) {
      expect(refused).toMatchObject({ code: "invalid-input", message });
    }
    expect((await read(id)).tracks).toEqual([]);
    await studio.callVerb(updateStream, { id, tracklistIds: list(20_000) });
    expect(await studio.refusal(addOne, { id, trackId: list(1)[0] })).toMatchObject({ code: "invalid-input", message });
    expect((await read(id)).tracklistIds).toEqual(list(20_000));
    expect(studio.services.db.select().from(streamItems).all()).toHaveLength(20_000);
  });
});
