// The labels of Spotify's albums, which no track's own answer names and most apps are told no more since February 2026.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { virtualTime } from "@nightjar/kit/testing";
import { createSpotify } from "../src/catalogues/spotify.ts";
import type { SpotifyItem, SpotifyStandIn } from "../../../tooling/music-services/spotify.ts";
import { OWN, song, startWithPlaylists, tokensOf } from "./support/spotify.ts";

const [SHARED, UNNAMED, GONE] = ["s".repeat(22), "u".repeat(22), "g".repeat(22)];
const ITEMS: readonly SpotifyItem[] = [
  song(1, { album: SHARED, label: "Shared" }),
  song(2, { album: UNNAMED }),
  song(3, { album: SHARED, label: "Shared" }),
  "local",
];

let service: SpotifyStandIn;
beforeAll(async () => {
  service = await startWithPlaylists();
});
afterAll(() => service.close());
beforeEach(() => {
  service.shape = "old";
  service.refused = [];
  const [own] = service.lists;
  if (own) own.items = ITEMS;
});

const time = virtualTime();
const soon = () => AbortSignal.timeout(20_000);
const spotify = () => createSpotify(service.root, "Nightjar/1", time);
const labels = (...albumIds: string[]) => spotify().albumLabels(tokensOf(service), albumIds, soon());
const albumCalls = (from: number) => service.calls.slice(from).filter((call) => call.includes("/v1/albums"));

describe("an album of Spotify's", () => {
  it.each([
    ["old", [SHARED, UNNAMED, SHARED, null]],
    ["new", [null, null, null, null]],
  ] as const)(
    "is named by entries where its label can be asked for, in the %s shape, and a page waits for none",
    async (shape, expected) => {
      service.shape = shape;
      const from = service.calls.length;
      const entries = [];
      for await (const page of spotify().pages(tokensOf(service), { id: OWN, isOldShape: shape === "old" }, soon()))
        entries.push(...page.entries);
      expect(entries.map(({ spotifyAlbumId }) => spotifyAlbumId)).toEqual(expected);
      expect([entries.every(({ recordLabel }) => recordLabel === null), albumCalls(from)]).toEqual([true, []]);
    },
  );

  it("tells its label together with others by one call, and is left out where it has none", async () => {
    const from = service.calls.length;
    expect(await labels(SHARED, UNNAMED, GONE)).toEqual(new Map([[SHARED, "Shared"]]));
    expect(albumCalls(from)).toEqual([`GET /v1/albums?ids=${SHARED},${UNNAMED},${GONE}`]);
  });

  it.each([403, 404])("of which no label is told (%i) is asked for once", async (status) => {
    service.refused = [{ path: /^\/v1\/albums$/, status, message: "Forbidden" }];
    const from = service.calls.length;
    expect(await labels(SHARED)).toBeNull();
    expect(albumCalls(from)).toHaveLength(1);
  });

  it("is waited for but a moment, also where Spotify wants to be left alone for long", async () => {
    const begunMs = time.nowMs();
    service.refused = [{ path: /^\/v1\/albums$/, status: 500, message: "Server error" }];
    await expect(labels(SHARED)).rejects.toThrow("did not answer");
    expect(time.nowMs() - begunMs).toBe(1000 + 2000);
    service.refused = [];
    service.exhaust(1, { retryAfter: "240" });
    await expect(labels(SHARED)).rejects.toThrow("left alone for 4 minutes");
    expect(time.nowMs() - begunMs).toBe(1000 + 2000);
  });
});
