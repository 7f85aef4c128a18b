import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PictureFetchRefusal } from "../../src/ports.ts";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { openCover } from "../../src/playlists/open-cover.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const COVER = "https://covers.example/1.jpg";
const PICTURE = Uint8Array.from([1, 2, 3]);
const SMALL = Uint8Array.from([4]);

let studio: Studio;
let fetched: string[];
beforeEach(async () => {
  studio = await openStudio();
  fetched = [];
  studio.ports.media.shrinkPicture = async (image) => (image === PICTURE ? SMALL : null);
  bring(async () => PICTURE);
});
afterEach(() => {
  vi.useRealTimers();
  return studio.close();
});

function bring(answer: (url: string) => Promise<Uint8Array | PictureFetchRefusal>): void {
  studio.ports.foreignPictures.fetch = (url) => {
    fetched.push(url);
    return answer(url);
  };
}
/** Of a playlist with these covers. @returns the names of their addresses */
async function named(...covers: readonly string[]): Promise<string[]> {
  const entries = covers.map((coverUrl, at) => ({ title: `Track ${at}`, artist: "Lamp", coverUrl }));
  const { id } = await studio.callVerb(createPlaylist, { name: "Night", entries });
  const { tracks } = await studio.callVerb(getPlaylist, { id });
  return tracks.map(({ artworkUrl }) => /^\/api\/covers\/([0-9a-f]{64})$/.exec(artworkUrl ?? "")?.[1] ?? "no address of ours");
}
const open = (name: string | undefined) => studio.callVerb(openCover, { name: name ?? "" });
const refused = async (name: string | undefined) => (await studio.refusal(openCover, { name: name ?? "" })).code;

describe("the cover of a track that is not in the library", () => {
  it("comes from our own address, as small as it is shown, and is fetched once", async () => {
    const [name] = await named(COVER);
    expect(fetched).toEqual([]);
    expect(await open(name)).toMatchObject({ contentType: "image/webp", isForEver: true, bytes: SMALL });
    await open(name);
    expect(fetched).toEqual([COVER]);
  });

  it("is fetched from nowhere that no playlist has named", async () => {
    await named(COVER);
    expect(await refused("0".repeat(64))).toBe("not-found");
    expect(await refused(encodeURIComponent("https://elsewhere.example/x.jpg"))).toBe("invalid-input");
    expect(fetched).toEqual([]);
  });

  it.each(["no-picture", "too-large", "private-address"] as const)("that is refused (%s) is not asked for again", async (why) => {
    bring(async () => why);
    const [name] = await named(COVER);
    expect([await refused(name), await refused(name)]).toEqual(["not-found", "not-found"]);
    expect(fetched).toEqual([COVER]);
  });

  it("at a service that is away holds nobody up, nor does any other for a minute", async () => {
    studio.ports.clock.set(1000);
    bring(async () => "unreachable");
    const [one, two] = await named(COVER, "https://covers.example/2.jpg");
    expect([await refused(one), await refused(two)]).toEqual(["not-found", "not-found"]);
    expect(fetched).toEqual([COVER]);
    studio.ports.clock.set(61_000);
    bring(async () => PICTURE);
    expect([(await open(one)).bytes, (await open(two)).bytes]).toEqual([SMALL, SMALL]);
  });

  it("that comes slowly is answered without after two seconds, and is there when it is asked for again", async () => {
    const slow = Promise.withResolvers<Uint8Array>();
    bring(() => slow.promise);
    const [name] = await named(COVER);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const first = refused(name);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await first).toBe("not-found");
    slow.resolve(PICTURE);
    expect((await open(name)).bytes).toBe(SMALL);
    expect(fetched).toEqual([COVER]);
  });
});
