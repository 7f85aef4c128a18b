import { onAir, streamWithTracks } from "@nightjar/contract";
import type { StreamId, TrackId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const post = (path: string, body: unknown = {}) => server.call("POST", path, { body });
const read = async (id: string) => streamWithTracks.parse((await server.call("GET", `/api/streams/${id}`)).json);

async function streamOf(trackIds: readonly TrackId[]): Promise<StreamId> {
  const id = textAt(await post("/api/streams", { title: "Night" }), "id") as StreamId;
  await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" } });
  await post("/api/streams/add-tracks", { streamId: id, trackIds });
  return id;
}

describe("a track that cannot be as loud as the others", () => {
  it("says so in the tracklist, by the stream's own target", async () => {
    const id = await streamOf([addTrack(server.services, "A")]);
    const note = async () => (await read(id)).tracks[0]?.levelNote;
    expect(await note()).toBeNull();
    await server.call("PATCH", `/api/streams/${id}`, { body: { targetLufs: -5 } });
    // -12 LUFS with peaks at -1 dBTP: 7 dB more, of which the limiter may take 6.
    expect(await note()).toBe("Plays about 1 dB quieter than the others: its peaks would have to be cut by more than 6 dB.");
  });
});

describe("skip and jump", () => {
  it("are refused with a sentence where nothing is on air, or nothing can be played", async () => {
    const id = await streamOf([addTrack(server.services, "A"), addTrack(server.services, "B", "Artist", { audioSha256: null })]);
    const [first, second] = (await read(id)).tracks;
    for (const [call, body] of [
      ["skip", {}],
      ["jump", { itemId: first?.itemId }],
    ] as const) {
      const refused = await post(`/api/streams/${id}/${call}`, body);
      expect([refused.status, textAt(refused, "message")]).toEqual([409, "The stream is not on air"]);
      expect((await post(`/api/streams/00000000-0000-4000-8000-000000000000/${call}`, body)).status).toBe(404);
    }
    await post(`/api/direct-streaming/start/${id}`);
    expect((await post(`/api/streams/${id}/jump`, { itemId: "00000000-0000-4000-8000-000000000000" })).status).toBe(404);
    expect((await post(`/api/streams/${id}/jump`, {})).status).toBe(400);
    const fileless = await post(`/api/streams/${id}/jump`, { itemId: second?.itemId });
    expect([fileless.status, textAt(fileless, "message")]).toEqual([409, "The track has no audio file"]);
    for (const tracklistIds of [[second?.id], []]) {
      await server.call("PATCH", `/api/streams/${id}`, { body: { tracklistIds } });
      const skipped = await post(`/api/streams/${id}/skip`);
      expect([skipped.status, textAt(skipped, "message")]).toEqual([409, "The tracklist has no track that could be played"]);
    }
    expect([server.engine.jumps, server.engine.skipped]).toEqual([[], []]);
  });

  it("reach the engine when the stream is live, and answer with what is true now", async () => {
    const id = await streamOf([addTrack(server.services, "A"), addTrack(server.services, "B")]);
    await post(`/api/direct-streaming/start/${id}`);
    const [, second] = (await read(id)).tracks;
    const skipped = await post(`/api/streams/${id}/skip`);
    expect(skipped.status).toBe(200);
    expect(onAir.parse(skipped.json).state).toBe("preparing");
    expect((await post(`/api/streams/${id}/jump`, { itemId: second?.itemId })).status).toBe(200);
    expect(server.engine.skipped).toEqual([id]);
    expect(server.engine.jumps).toEqual([{ id, itemId: second?.itemId }]);
  });
});

describe("the gapless mark", () => {
  const ofRelease = (title: string, trackNumber: number, album = "Live at Night", artist = "Artist") =>
    addTrack(server.services, title, artist, { album, trackNumber, discNumber: 1 });
  const flags = async (id: string) => (await read(id)).tracks.map((track) => track.isGapless);
  const mark = async (id: StreamId, index: number, isGapless: boolean | null) => {
    const itemId = (await read(id)).tracks[index]?.itemId;
    return post("/trpc/streams.setGapless", { id, itemId, isGapless });
  };

  it("follows the release by itself: consecutive tracks of one album by one artist", async () => {
    const [a, b, c] = [ofRelease("A", 1), ofRelease("B", 2, "live at night "), ofRelease("C", 4)];
    const [other, d] = [ofRelease("E", 5, "Live at Night", "Somebody else"), addTrack(server.services, "D")];
    const id = await streamOf([a, b, c, other, d, b]);
    expect(await flags(id)).toEqual([false, true, false, false, false, false]);
  });

  it("set by hand goes above it, stays with its entry when the list changes, and is told to the engine", async () => {
    const [a, b, c] = [ofRelease("A", 1), ofRelease("B", 2), addTrack(server.services, "C")];
    const id = await streamOf([a, b, c]);
    await post(`/api/direct-streaming/start/${id}`);
    await mark(id, 1, false);
    await mark(id, 2, true);
    expect(await flags(id)).toEqual([false, false, true]);
    expect(server.engine.pushed.at(-1)?.items.map((item) => item.isGapless)).toEqual([false, false, true]);
    await server.call("PATCH", `/api/streams/${id}`, { body: { tracklistIds: [a, c, b] } });
    expect(await flags(id)).toEqual([false, true, false]);
    await mark(id, 2, null);
    await server.call("PATCH", `/api/streams/${id}`, { body: { tracklistIds: [a, b] } });
    expect(await flags(id)).toEqual([false, true]);
  });
});
