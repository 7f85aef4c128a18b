import { describe, expect, it } from "vitest";
import { createSpotify } from "../src/catalogues/spotify.ts";
import { startStandIn } from "../../../tooling/music-services/stand-in.ts";
import type { StandIn } from "../../../tooling/music-services/stand-in.ts";
import { FOREIGN, OWN, song, spotifyGround } from "./support/spotify.ts";

const ground = spotifyGround();
const { headOf, put, readAll, soon, spotify, time, tokens } = ground;

describe("Spotify", () => {
  it.each(["old", "new"] as const)("in its %s shape tells the account's playlists, a playlist and its items", async (shape) => {
    ground.service.shape = shape;
    const token = tokens();
    expect(await spotify().playlists(token)).toEqual([
      { id: OWN, name: "Night", coverUrl: `https://i.scdn.co/image/${OWN}`, trackCount: ground.items.length, isReadable: true },
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
    ground.service.lists.push({ id, name: "Ours", owner: "somebody", isShared: true, items: [song(1), song(2)] });
    expect((await spotify().playlists(tokens())).at(-1)).toMatchObject({ name: "Ours", trackCount: 2, isReadable: true });
    expect(await spotify().playlist(tokens(), id, soon())).toMatchObject({ name: "Ours", trackCount: 2 });
    const [page] = await readAll(id);
    expect(page?.entries.map(({ title }) => title)).toEqual(["Song 1", "Song 2"]);
  });

  it("tells all of 60 playlists, which it gives by fifty", async () => {
    const more = Array.from({ length: 58 }, (_, at) => ({ id: `d${at}`, name: `List ${at}`, owner: "somebody", items: [] }));
    ground.service.lists.push(...more);
    const begun = ground.service.calls.length;
    expect((await spotify().playlists(tokens())).map(({ name }) => name)).toEqual(ground.service.lists.map(({ name }) => name));
    const asked = ["limit=50", "offset=50&limit=50"].map((query) => `GET /v1/me/playlists?${query}`);
    expect(ground.service.calls.slice(begun).filter((call) => call.includes("/me/playlists"))).toEqual(asked);
  });

  it("gives a playlist of 2,000 in pages of 50, each let go before the next", async () => {
    put(Array.from({ length: 2000 }, (_, at) => song(at)));
    const pages = await readAll();
    expect([pages.length, pages.flatMap(({ entries }) => entries).length]).toEqual([40, 2000]);
    expect(pages.every(({ entries, total }) => entries.length === 50 && total === 2000)).toBe(true);
  });

  it.each([
    ["is shorter", [119, [120, 119, 119]], () => ground.items.slice(1)],
    ["is in another order", [120, [120, 120, 120]], () => [...ground.items.slice(1), ...ground.items.slice(0, 1)]],
  ] as const)("tells of a playlist that it %s since its first page was given", async (_what, [count, totals], changed) => {
    put(Array.from({ length: 120 }, (_, at) => song(at)));
    const state = async () => {
      const { snapshotId, trackCount } = await spotify().playlist(tokens(), OWN, soon());
      return { snapshotId, trackCount };
    };
    const before = await state();
    expect(await state()).toEqual(before);
    ground.service.changeAfter(0, () => put(changed()));
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
      ground.service.refused = [{ path: /\/items$/, status: 403, message }];
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
    ground.service.shape = shape;
    const first = (calls: number) => ground.service.calls.slice(calls).filter((call) => call.includes(`/playlists/${OWN}/`));
    const address = (part: string) => `GET /v1/playlists/${OWN}/${part}?limit=50`;
    const begun = ground.service.calls.length;
    expect((await readAll())[0]?.total).toBe(ground.items.length);
    expect(first(begun)).toEqual([address(own)]);
    // The head goes on to look as it did.
    const head = headOf();
    ground.service.shape = shape === "old" ? "new" : "old";
    ground.service.refused = [{ path: new RegExp(`/${own}$`), status, message: "Forbidden" }];
    const later = ground.service.calls.length;
    const pages = [];
    for await (const page of spotify().pages(tokens(), head, soon())) pages.push(page);
    expect([pages[0]?.total, first(later)]).toEqual([ground.items.length, [address(own), address(other)]]);
  });

  it.each([
    ["for want of leave", 403, "Insufficient client scope"],
    ["as what is gone", 404, "Service not found"],
    ["without a word of why", 403, null],
    ["as broken", 500, "Server error"],
  ])("that does not say whose the account is, %s, lists its playlists all the same", async (_how, status, message) => {
    ground.service.refused = [{ path: /^\/v1\/me$/, status, message }];
    const readable = async () => (await spotify().playlists(tokens())).map(({ isReadable }) => isReadable);
    expect(await readable()).toEqual([true, true]);
    ground.service.shape = "old";
    const calls = ground.service.calls.length;
    expect(await readable()).toEqual([true, true]);
    expect(ground.service.calls.slice(calls)).not.toContain("GET /v1/me");
  });

  it("that wants more leave for saying whose the account is than it was asked for lets it be connected", async () => {
    ground.service.refused = [{ path: /^\/v1\/me$/, status: 403, message: "Insufficient client scope" }];
    expect(await spotify().account(tokens())).toBeNull();
  });

  it("that takes no token at all asks to connect again", async () => {
    await expect(spotify().account(async () => "unknown")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("again"),
    });
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
