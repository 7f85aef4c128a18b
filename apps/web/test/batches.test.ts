import { BATCH_CALLS_MAX } from "@nightjar/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { trpcClient } from "../src/lib/trpc.ts";

const STREAM = "0b8f3f6e-95a7-4d4c-9a55-0d8a3d1b7c11";
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://studio.example");
    asked.push(pathname);
    const answer = { result: { data: null } };
    return Response.json(searchParams.has("batch") ? pathname.split(",").map(() => answer) : answer);
  });
});
afterEach(() => vi.unstubAllGlobals());

it("calls go together, but none with one for which Google, Spotify or a catalogue is asked, or a picture decoded: all would wait for it", async () => {
  const { spotify, streams, tracks, wall, youtube } = trpcClient;
  await Promise.all([
    streams.summaries.query(),
    youtube.channels.query({ streamId: STREAM }),
    spotify.playlists.query(),
    tracks.lookupIsrc.query({ isrcCode: "USRC17607839" }),
    wall.look.query(),
    youtube.status.query({ streamId: STREAM }),
  ]);
  const alone = ["/trpc/youtube.channels", "/trpc/spotify.playlists", "/trpc/tracks.lookupIsrc", "/trpc/wall.look"];
  expect(asked.toSorted()).toEqual([...alone, "/trpc/streams.summaries,youtube.status"].toSorted());
});

it("more calls at once than the server takes in one request go in several", async () => {
  await Promise.all(Array.from({ length: BATCH_CALLS_MAX + 1 }, () => trpcClient.streams.summaries.query()));
  expect(asked.map((path) => path.split(",").length)).toEqual([BATCH_CALLS_MAX, 1]);
});
