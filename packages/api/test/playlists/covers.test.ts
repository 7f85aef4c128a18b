// Covers of imported tracks become files of ours, by way of the guard against private addresses.
import { artworkFiles, tracks } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { importTracks } from "../../src/playlists/import-tracks.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { bringFiles } from "../support/files.ts";

const [ONE, TWO] = ["https://covers.example/1.jpg", "https://covers.example/2.jpg"];
type Answer = Awaited<ReturnType<Studio["ports"]["foreignPictures"]["fetch"]>>;

let studio: Studio;
let asked: string[];
beforeEach(async () => {
  studio = await openStudio();
  bringFiles(studio.ports);
  asked = [];
});
afterEach(() => studio.close());

/** From now on the world answers so. */
function world(answer: (url: string) => Answer): void {
  studio.ports.foreignPictures.fetch = async (url) => {
    asked.push(url);
    return answer(url);
  };
}
async function bringIn(...covers: (string | null)[]): Promise<void> {
  const entries = covers.map((coverUrl, at) => ({ title: `Track ${at}`, artist: "Lamp", coverUrl }));
  const { id } = await studio.callVerb(createPlaylist, { name: "Night", entries });
  const { tracks: all } = await studio.callVerb(getPlaylist, { id });
  await studio.callVerb(importTracks, { id, entryIds: all.map((track) => track.id) });
}
const afterAMinute =
  <T>(look: () => T) =>
  async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    return look();
  };
const library = () => studio.services.db.select().from(tracks).all();
const answered = (count: number) => expect.poll(() => library().filter(({ coverAskedAt }) => coverAskedAt !== null).length).toBe(count);

describe("the cover of an imported track", () => {
  it("is fetched once for all tracks that share it, kept as a file of ours, and told to the screens", async () => {
    world((url) => Buffer.from(url));
    let told = 0;
    const end = studio.services.live.subscribe((event) => void (told += event.type === "changed" && event.entity === "tracks" ? 1 : 0));
    await bringIn(ONE, TWO, ONE, null);
    await answered(3);
    end();
    // Four that came, and three that got their cover.
    expect(told).toBe(7);
    expect(asked).toEqual([ONE, TWO]);
    const urls = library().map(({ artworkUrl }) => artworkUrl);
    expect([urls[0], urls[3]]).toEqual([urls[2], null]);
    for (const url of urls.slice(0, 3)) expect(url).toMatch(/^\/api\/files\/artwork\/[0-9a-f]{64}\.jpg$/);
    expect(studio.services.db.select().from(artworkFiles).all()).toHaveLength(2);
  });

  it.each(["private-address", "no-picture", "too-large"] as const)(
    "that is refused as %s is left out, and not asked for again",
    async (why) => {
      world(() => why);
      await bringIn(ONE);
      await answered(1);
      expect(library()).toMatchObject([{ artworkUrl: null }]);
      const { db } = studio.services;
      db.insert(tracks).values({ title: "Other", artist: "Lamp", durationMs: 1, searchText: "other", coverUrl: TWO }).run();
      studio.services.covers.fetchSoon();
      await answered(2);
      expect(asked).toEqual([ONE, TWO]);
    },
  );

  it("never takes the place of one that somebody has given the track meanwhile", async () => {
    world((url) => {
      studio.services.db.update(tracks).set({ artworkUrl: "https://own.example/cover.jpg" }).run();
      return Buffer.from(url);
    });
    await bringIn(ONE);
    await answered(1);
    expect(library()).toMatchObject([{ artworkUrl: "https://own.example/cover.jpg" }]);
  });

  it("is fetched though covers of a host that is away go before it, of which not all are asked for", async () => {
    world((url) => (url.startsWith("http://gone.example/") ? "unreachable" : Buffer.from(url)));
    const gone = Array.from({ length: 6 }, (_, at) => `http://gone.example/${at}.jpg`);
    await bringIn(...gone, ONE);
    await answered(1);
    expect(asked).toEqual([...gone.slice(0, 3), ONE]);
  });

  it("is fetched at last, however many hosts that are away, and covers of its own host that cannot be had, go before it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    world((url) => (/gone|broken/.test(url) ? "unreachable" : Buffer.from(url)));
    const away = ["a", "b", "c", "d"].flatMap((name) => [1, 2, 3, 4].map((at) => `http://${name}.gone.example/${at}.jpg`));
    const broken = [1, 2, 3].map((at) => `https://covers.example/0-broken-${at}.jpg`);
    await bringIn(...away, ...broken, ONE, TWO);
    await expect.poll(afterAMinute(() => library().filter(({ coverAskedAt }) => coverAskedAt !== null).length)).toBe(2);
    vi.useRealTimers();
    expect(library().filter(({ artworkUrl }) => artworkUrl !== null)).toMatchObject([{ coverUrl: ONE }, { coverUrl: TWO }]);
  });

  it("is waited for where three hosts are away: it is the network then, and the others are left alone until the next try", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    world(() => "unreachable");
    const all = ["a", "b", "c", "d", "e"].flatMap((name) => [1, 2, 3, 4].map((at) => `https://${name}.example/${at}.jpg`));
    await bringIn(...all);
    await expect.poll(afterAMinute(() => studio.ports.logged.at(-1)?.message)).toContain("could not be reached");
    vi.useRealTimers();
    const firstOf = (name: string) => [1, 2, 3].map((at) => `https://${name}.example/${at}.jpg`);
    // Then it goes on where it was given up: no address is left out because others are before it.
    expect(asked.slice(0, 11)).toEqual([...["a", "b", "c"].flatMap(firstOf), "https://c.example/4.jpg", "https://d.example/1.jpg"]);
    expect(new Set(asked)).toEqual(new Set(all));
  });

  it("that cannot be reached once or twice leaves its host in its place: the others come at once", async () => {
    world((url) => (/[24]/.test(url) ? "unreachable" : Buffer.from(url)));
    const all = [1, 2, 3, 4, 5].map((at) => `https://covers.example/${at}.jpg`);
    await bringIn(...all);
    await answered(3);
    expect(asked).toEqual(all);
  });

  it("that cannot be reached is tried again after a pause, and by the next process", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let isAway = true;
    world((url) => (isAway ? "unreachable" : Buffer.from(url)));
    await bringIn(ONE);
    await vi.advanceTimersByTimeAsync(4000);
    expect(asked).toEqual([ONE]);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(asked).toHaveLength(8);
    vi.useRealTimers();
    studio = studio.reopen();
    bringFiles(studio.ports);
    isAway = false;
    world((url) => Buffer.from(url));
    studio.services.covers.fetchSoon();
    await answered(1);
    expect(library()[0]?.artworkUrl).not.toBeNull();
  });
});
