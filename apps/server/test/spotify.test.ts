import { GrantError } from "@nightjar/api";
import type { GrantFailure, TokenSource } from "@nightjar/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { virtualTime } from "@nightjar/kit/testing";
import { createSpotify } from "../src/catalogues/spotify.ts";
import type { SpotifyItem, SpotifyStandIn } from "../../../tooling/music-services/spotify.ts";
import { startStandIn } from "../../../tooling/music-services/stand-in.ts";
import type { StandIn } from "../../../tooling/music-services/stand-in.ts";
import { FOREIGN, OWN, song, startWithPlaylists, tokensOf } from "./support/spotify.ts";

let service: SpotifyStandIn;
let items: SpotifyItem[];
beforeAll(async () => {
  service = await startWithPlaylists();
});
afterAll(() => service.close());
beforeEach(() => {
  service.shape = "new";
  service.isStranger = false;
  service.refused = [];
  // Its own, and somebody else's.
  service.lists.length = 2;
  items = [song(1), "gone", "nothing", "episode", "local", "unnamed"];
  put(items);
});
const put = (all: readonly SpotifyItem[]) => {
  const [own] = service.lists;
  if (own) own.items = all;
};

const tokens = (scope?: string) => tokensOf(service, scope);
const time = virtualTime();
const spotify = () => createSpotify(service.root, "Nightjar/1", time);
const soon = () => AbortSignal.timeout(20_000);
const headOf = (id = OWN) => ({ id, isOldShape: service.shape === "old" });
async function readAll(id = OWN, token = tokens()) {
  const pages = [];
  for await (const page of spotify().pages(token, headOf(id), soon())) pages.push(page);
  return pages;
}

describe("Spotify", () => {
  it.each(["old", "new"] as const)("in its %s shape tells the account's playlists, a playlist and its items", async (shape) => {
    service.shape = shape;
    const token = tokens();
    expect(await spotify().playlists(token)).toEqual([
      { id: OWN, name: "Night", coverUrl: `https://i.scdn.co/image/${OWN}`, trackCount: items.length, isReadable: true },
      // An app of before reads everybody's; since then not even how many there are is told.
      {
        ...{ id: FOREIGN, name: "Top 50", coverUrl: `https://i.scdn.co/image/${FOREIGN}` },
        ...(shape === "old" ? { trackCount: 1, isReadable: true } : { trackCount: 0, isReadable: false }),
      },
    ]);
    const isOldShape = shape === "old";
    expect(await spotify().playlist(token, OWN, soon())).toMatchObject({ name: "Night", description: "Songs & more", isOldShape });
    const [page] = await readAll();
    expect(page).toMatchObject({ leftOut: 4, total: 6 });
    expect(page?.entries).toMatchObject([
      {
        title: "Song 1",
        artist: "Lamp, Wick",
        durationMs: 61_000,
        isrcCode: "USRC10000001",
        spotifyId: "0".repeat(21) + "1",
        releaseDate: "2021-02-03",
        ...{ albumType: "album", albumTotalTracks: 9, discNumber: 1, trackNumber: 2 },
        // Since 2026 neither is told.
        ...(shape === "old" ? { popularity: 61, previewUrl: "https://p.scdn.co/mp3-preview/1" } : { popularity: null, previewUrl: null }),
      },
      { title: "From a disk", artist: "Somebody", isrcCode: null, spotifyId: null, albumType: null, trackNumber: null },
    ]);
  });

  it("tells of a playlist that the account works on that it is readable, and reads it, whoever's it is", async () => {
    const id = "d".repeat(22);
    service.lists.push({ id, name: "Ours", owner: "somebody", isShared: true, items: [song(1), song(2)] });
    expect((await spotify().playlists(tokens())).at(-1)).toMatchObject({ name: "Ours", trackCount: 2, isReadable: true });
    expect(await spotify().playlist(tokens(), id, soon())).toMatchObject({ name: "Ours", trackCount: 2 });
    const [page] = await readAll(id);
    expect(page?.entries.map(({ title }) => title)).toEqual(["Song 1", "Song 2"]);
  });

  it("tells all of 60 playlists, which it gives by fifty", async () => {
    const more = Array.from({ length: 58 }, (_, at) => ({ id: `d${at}`, name: `List ${at}`, owner: "somebody", items: [] }));
    service.lists.push(...more);
    const begun = service.calls.length;
    expect((await spotify().playlists(tokens())).map(({ name }) => name)).toEqual(service.lists.map(({ name }) => name));
    const asked = ["limit=50", "offset=50&limit=50"].map((query) => `GET /v1/me/playlists?${query}`);
    expect(service.calls.slice(begun).filter((call) => call.includes("/me/playlists"))).toEqual(asked);
  });

  it("gives a playlist of 2,000 in pages of 50, each let go before the next", async () => {
    put(Array.from({ length: 2000 }, (_, at) => song(at)));
    const pages = await readAll();
    expect([pages.length, pages.flatMap(({ entries }) => entries).length]).toEqual([40, 2000]);
    expect(pages.every(({ entries, total }) => entries.length === 50 && total === 2000)).toBe(true);
  });

  it.each([
    ["is shorter", [119, [120, 119, 119]], () => items.slice(1)],
    ["is in another order", [120, [120, 120, 120]], () => [...items.slice(1), ...items.slice(0, 1)]],
  ] as const)("tells of a playlist that it %s since its first page was given", async (_what, [count, totals], changed) => {
    items = Array.from({ length: 120 }, (_, at) => song(at));
    put(items);
    const state = async () => {
      const { snapshotId, trackCount } = await spotify().playlist(tokens(), OWN, soon());
      return { snapshotId, trackCount };
    };
    const before = await state();
    expect(await state()).toEqual(before);
    service.changeAfter(0, () => put(changed()));
    expect((await readAll()).map(({ total }) => total)).toEqual(totals);
    const after = await state();
    expect(after.trackCount).toBe(count);
    expect(after.snapshotId).not.toBe(before.snapshotId);
  });

  it.each([
    ["its own", ""],
    ["Spotify's", "https://api.spotify.com"],
  ])("behind a proxy with a path is asked there for the next page as well, which has %s address", async (_whose, spotifys) => {
    const proxy: StandIn = await startStandIn(({ url }) => {
      const next = `${spotifys || `${proxy.root}/x`}/v1/playlists/${OWN}/items?offset=50&limit=50`;
      return { body: { items: [], next: url.searchParams.has("offset") ? null : next, total: 0 } };
    });
    const pages = [];
    for await (const page of createSpotify(`${proxy.root}/x`, "Nightjar/1", time).pages(async () => "token", headOf(), soon()))
      pages.push(page);
    await proxy.close();
    const asked = ["limit=50", "offset=50&limit=50"].map((query) => `GET /x/v1/playlists/${OWN}/items?${query}`);
    expect([pages.length, proxy.calls]).toEqual([2, asked]);
  });

  it.each(["Forbidden", "User not registered in the Developer Dashboard", null])(
    "lets nobody read a foreign playlist, which is told with the two ways out, whatever it says: %s",
    async (message) => {
      service.refused = [{ path: /\/items$/, status: 403, message }];
      await expect(readAll(FOREIGN)).rejects.toThrow(
        /Copy the tracks into a playlist of your own .* or import the playlist from a CSV file/,
      );
    },
  );

  it.each([
    ["old", 403, "tracks", "items"],
    ["old", 404, "tracks", "items"],
    ["new", 403, "items", "tracks"],
    ["new", 404, "items", "tracks"],
  ] as const)("is asked in the %s shape of a playlist's head, or in the other after a %i", async (shape, status, own, other) => {
    service.shape = shape;
    const first = (calls: number) => service.calls.slice(calls).filter((call) => call.includes(`/playlists/${OWN}/`));
    const address = (part: string) => `GET /v1/playlists/${OWN}/${part}?limit=50`;
    const begun = service.calls.length;
    expect((await readAll())[0]?.total).toBe(items.length);
    expect(first(begun)).toEqual([address(own)]);
    // The head goes on to look as it did.
    const head = headOf();
    service.shape = shape === "old" ? "new" : "old";
    service.refused = [{ path: new RegExp(`/${own}$`), status, message: "Forbidden" }];
    const later = service.calls.length;
    const pages = [];
    for await (const page of spotify().pages(tokens(), head, soon())) pages.push(page);
    expect([pages[0]?.total, first(later)]).toEqual([items.length, [address(own), address(other)]]);
  });

  it.each([
    ["for want of leave", 403, "Insufficient client scope"],
    ["as what is gone", 404, "Service not found"],
    ["without a word of why", 403, null],
    ["as broken", 500, "Server error"],
  ])("that does not say whose the account is, %s, lists its playlists all the same", async (_how, status, message) => {
    service.refused = [{ path: /^\/v1\/me$/, status, message }];
    const readable = async () => (await spotify().playlists(tokens())).map(({ isReadable }) => isReadable);
    expect(await readable()).toEqual([true, true]);
    service.shape = "old";
    const calls = service.calls.length;
    expect(await readable()).toEqual([true, true]);
    expect(service.calls.slice(calls)).not.toContain("GET /v1/me");
  });

  it("that wants more leave for saying whose the account is than it was asked for lets it be connected", async () => {
    service.refused = [{ path: /^\/v1\/me$/, status: 403, message: "Insufficient client scope" }];
    expect(await spotify().account(tokens())).toBeNull();
  });

  it("that takes no token at all asks to connect again", async () => {
    await expect(spotify().account(async () => "unknown")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("again"),
    });
  });

  it("is asked again after as long as it says, or after a pause that grows where it says nothing", async () => {
    const waitedMs = async () => {
      const begunMs = time.nowMs();
      expect((await readAll())[0]?.total).toBe(items.length);
      return time.nowMs() - begunMs;
    };
    service.exhaust(1, { retryAfter: "7" });
    expect(await waitedMs()).toBe(7000);
    service.exhaust(3);
    expect(await waitedMs()).toBe(1000 + 2000 + 4000);
    service.exhaust(1, { retryAfter: "240" });
    expect(await waitedMs()).toBe(240_000);
    service.cut(2);
    expect(await waitedMs()).toBe(1000 + 2000);
  });

  it("that asks for short pauses again and again is waited for as long as one that says nothing", async () => {
    const begunMs = time.nowMs();
    service.exhaust(20, { retryAfter: "1" });
    expect((await readAll())[0]?.total).toBe(items.length);
    expect(time.nowMs() - begunMs).toBe(20_000);
    service.exhaust(1000, { retryAfter: "0" });
    await expect(readAll()).rejects.toThrow("asked too much at the moment");
    service.exhaust(0);
    expect(time.nowMs() - begunMs).toBe(20_000 + 31_000);
  });

  it("that wants to be left alone is left alone by every call, also by those that it did not tell", async () => {
    const [own, token, begunMs] = [spotify(), tokens(), time.nowMs()];
    const read = async () => {
      const pages = [];
      for await (const page of own.pages(token, headOf(), soon())) pages.push(page);
      return pages;
    };
    await token();
    service.exhaust(1, { retryAfter: "240" });
    await expect(own.account(token)).rejects.toThrow("left alone for 4 minutes");
    await expect(own.find(token, "USRC10000001", soon())).rejects.toThrow("left alone for 4 minutes");
    expect(time.nowMs()).toBe(begunMs);
    expect(await read()).toHaveLength(1);
    expect(time.nowMs() - begunMs).toBe(240_000);
    expect(await own.find(token, "USRC10000001", soon())).not.toBeNull();
  });

  it("is waited for but a moment by who sits before a screen, and looks a recording up once", async () => {
    const token = tokens();
    await token();
    service.exhaust(1, { retryAfter: "240" });
    await expect(spotify().playlists(token)).rejects.toThrow("left alone for 4 minutes");
    service.cut(1);
    expect(await spotify().playlists(token)).toHaveLength(2);
    service.cut(1);
    await expect(spotify().find(token, "USRC10000001", soon())).rejects.toThrow("did not answer");
    const given = AbortSignal.abort(new Error("nobody waits"));
    await expect(spotify().find(token, "USRC10000001", given)).rejects.toThrow("nobody waits");
  });

  it("is not waited for where it asks for too long, nor where the day's calls are spent", async () => {
    service.exhaust(1, { retryAfter: "3600" });
    await expect(readAll()).rejects.toThrow("asked too much at the moment, and wants to be left alone for 60 minutes");
    service.exhaust(1, { reason: "QUOTA_EXCEEDED" });
    await expect(readAll()).rejects.toThrow("no more calls today");
  });

  it("is asked with another token when one has expired in the middle, and no more when the leave itself is over", async () => {
    put(Array.from({ length: 120 }, (_, at) => song(at)));
    const token = tokens();
    let pages = 0;
    for await (const page of spotify().pages(token, headOf(), soon())) if (page.total > 0 && ++pages === 1) service.expire("access");
    expect(pages).toBe(3);
    service.expire("refresh");
    await expect(readAll(OWN, token)).rejects.toThrow("connect again");
  });

  it("whose tokens cannot be had for a while is waited for like every other call, and no longer where the leave is over", async () => {
    const given = tokens();
    /** The next so many are asked for in vain. */
    const failing = (failure: GrantFailure, calls: number): TokenSource => {
      let left = calls;
      return async (refused) => {
        if (left-- > 0) throw new GrantError(failure, "connect again");
        return given(refused);
      };
    };
    const begunMs = time.nowMs();
    expect((await readAll(OWN, failing("unreachable", 5)))[0]?.total).toBe(items.length);
    expect(time.nowMs() - begunMs).toBe(1000 + 2000 + 4000 + 8000 + 16_000);
    await expect(readAll(OWN, failing("unreachable", 6))).rejects.toThrow("Spotify did not answer");
    const midwayMs = time.nowMs();
    const away = failing("unreachable", 2);
    expect((await readAll(OWN, async (refused) => (refused === undefined ? "expired" : away(refused))))[0]?.total).toBe(items.length);
    expect(time.nowMs() - midwayMs).toBe(2000 + 4000);
    const endMs = time.nowMs();
    await expect(readAll(OWN, failing("lost", 1))).rejects.toThrow("connect again");
    await expect(spotify().find(failing("unreachable", 1), "USRC10000001", soon())).rejects.toThrow("Spotify did not answer");
    expect(time.nowMs()).toBe(endMs);
  });

  it("finds a recording by its code", async () => {
    expect(await spotify().find(tokens(), "USRC10000001", soon())).toMatchObject({
      title: "Song 1",
      artist: "Lamp, Wick",
      durationMs: 61_000,
    });
    expect(await spotify().find(tokens(), "USRC19999999", soon())).toBeNull();
  });

  it("that is away is said to be", async () => {
    const away = createSpotify("http://127.0.0.1:9", "Nightjar/1", time);
    await expect(away.account(async () => "token")).rejects.toThrow("Spotify did not answer");
  });
});
