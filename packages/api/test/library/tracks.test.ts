import { ISRC_TEXT } from "@nightjar/contract";
import { artworkFiles, audioFiles, streamItems } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkDuplicates } from "../../src/library/check-duplicates.ts";
import { createTrack } from "../../src/library/create-track.ts";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { listFacets } from "../../src/library/facets.ts";
import { getTrack } from "../../src/library/get-track.ts";
import { listTracks } from "../../src/library/list-tracks.ts";
import { searchTextOf } from "../../src/library/search-text.ts";
import { updateTrack } from "../../src/library/update-track.ts";
import { addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const SHA = "ab".repeat(32);
const FILE_URL = `/api/files/audio/${SHA}.mp3`;
function addFile(): void {
  const file = { extension: "mp3", sizeBytes: 1, durationMs: 1000, codec: "mp3", sampleRateHz: 44_100, channels: 2 };
  studio.services.db
    .insert(audioFiles)
    .values({ sha256: SHA, ...file })
    .run();
}
type Fields = Readonly<Record<string, unknown>>;
const whole = (fields: Fields) => ({ title: "T", artist: "A", duration: "4:23", fileUrl: FILE_URL, ...fields });
const create = (fields: Fields = {}) => studio.callVerb(createTrack, whole(fields));
const refused = (fields: Fields) => studio.refusal(createTrack, whole(fields));
const list = async (query: Fields = {}) => (await studio.callVerb(listTracks, query)).items;
/** The ids of all pages. @param atEnd what is done once the page has come that this track ends */
async function paged(query: Fields, atEnd: (lastId: string) => Promise<unknown> = async () => undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await studio.callVerb(listTracks, { ...query, cursor });
    ids.push(...page.items.map((entry) => entry.id));
    cursor = page.nextCursor;
    await atEnd(ids.at(-1) ?? "");
  }
  return ids;
}
const titles = async (query: Fields = {}) => (await list(query)).map((entry) => entry.title);

describe("a track", () => {
  beforeEach(addFile);

  it("is made from the specification's fields and comes back with them", async () => {
    const fields = {
      ...{ title: "Nacht", artist: "Böb", album: "LP", duration: "1:02:03", genre: "House", isrcCode: "USAB19900001" },
      ...{ artworkUrl: "https://covers.example/a.jpg", fileUrl: FILE_URL, tags: ["late", "deep"], mood: "dark", bpm: 124.5, key: "Am" },
      ...{ language: "de", explicit: true, recordLabel: "Own", releaseDate: "2021-02-03" },
    };
    const made = await create(fields);
    expect(made).toMatchObject({ ...fields, playCount: 0, hasAudioFile: true, isMeasuring: true, energy: null });
    expect(await studio.callVerb(getTrack, { id: made.id })).toEqual(made);
  });

  it("keeps what a change does not name, and clears what it sets to nothing", async () => {
    const { id } = await create({ album: "LP", tags: ["a"], bpm: 120, explicit: true });
    expect(await studio.callVerb(updateTrack, { id, title: "New", album: "" })).toMatchObject({
      ...{ title: "New", artist: "A", album: null, tags: ["a"], bpm: 120, explicit: true, duration: "4:23", fileUrl: FILE_URL },
    });
    expect(await titles({ search: "new" })).toEqual(["New"]);
    expect(await titles({ search: "t a" })).toEqual([]);
    expect(await studio.refusal(updateTrack, { id: "nobody", title: "x" })).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(updateTrack, { id, bpm: "fast" })).toMatchObject({ message: "BPM must be a number" });
  });

  it("counts its changes, and refuses one made from an older state with what it is now; without a revision the last writer wins", async () => {
    const { id } = await create({ album: "LP" });
    const patch = (fields: Fields) => studio.callVerb(updateTrack, { id, ...fields });
    expect(await patch({ album: "Theirs", genre: "House", revision: 0 })).toMatchObject({ revision: 1, album: "Theirs" });
    expect(await studio.refusal(updateTrack, { id, bpm: 120, revision: 0 })).toMatchObject({
      code: "conflict",
      message: "The track was changed by somebody else in the meantime",
      details: { revision: 1, track: { album: "Theirs", genre: "House", bpm: null } },
    });
    expect(await patch({ bpm: 120, revision: 1 })).toMatchObject({ revision: 2, bpm: 120, album: "Theirs", genre: "House" });
    expect(await patch({ album: "Last" })).toMatchObject({ revision: 3, album: "Last", bpm: 120 });
  });

  it("keeps its ISRC as twelve characters, and refuses what is none with a sentence", async () => {
    const made = await create({ isrcCode: "us-ab1-99-00001" });
    expect(made.isrcCode).toBe("USAB19900001");
    const error = await studio.refusal(updateTrack, { id: made.id, isrcCode: "this is not an isrc" });
    expect(error).toMatchObject({ code: "invalid-input", message: ISRC_TEXT, issues: [{ path: "isrcCode", message: ISRC_TEXT }] });
  });

  it("may have a title of 500 characters", async () => {
    const title = "x".repeat(500);
    expect(await create({ title })).toMatchObject({ title });
    expect(await titles({ search: title })).toEqual([title]);
  });

  it("needs its audio file, title, artist and duration", async () => {
    for (const fileUrl of [null, "", undefined]) expect((await refused({ fileUrl })).message).toBe("Audio file required to save track");
    expect((await refused({ duration: "" })).message).toBe("Duration is required");
    expect((await refused({ title: " " })).message).toBe("Title is required");
    expect((await refused({ artist: "" })).message).toBe("Artist is required");
    for (const fileUrl of ["/api/files/audio/x.mp3", `/api/files/audio/${SHA}.wav`, "file:///etc/passwd"]) {
      expect((await refused({ fileUrl })).code, fileUrl).toBe("invalid-input");
    }
    for (const artworkUrl of ["javascript:alert(1)", `/api/files/artwork/${SHA}.jpg`, "cover.jpg"]) {
      expect((await refused({ artworkUrl })).code, artworkUrl).toBe("invalid-input");
    }
    expect(await list()).toEqual([]);
  });

  it("takes the address of a cover of ours, and none that names its content by another ending", async () => {
    studio.services.db.insert(artworkFiles).values({ sha256: SHA, sizeBytes: 1 }).run();
    const message = "The artwork is not in the library; upload it first";
    for (const extension of ["png", "jpeg", "mp4"]) {
      const artworkUrl = `/api/files/artwork/${SHA}.${extension}`;
      expect(await refused({ artworkUrl }), extension).toMatchObject({ code: "invalid-input", message, issues: [{ path: "artworkUrl" }] });
    }
    const artworkUrl = `/api/files/artwork/${SHA}.jpg`;
    expect(await create({ artworkUrl })).toMatchObject({ artworkUrl });
  });

  it("is refused when title and artist are there already, in whatever capitals", async () => {
    const { id } = await create({ title: "Über Night", artist: "The Band" });
    const message = 'Duplicate track detected: "über  NIGHT" by the band already exists in your library';
    expect(await refused({ title: "über  NIGHT", artist: "the band" })).toMatchObject({ code: "conflict", message });
    await create({ title: "Über Night", artist: "The Band 2" });
    await studio.callVerb(updateTrack, { id, title: "ÜBER NIGHT" });
    expect(await studio.refusal(updateTrack, { id, artist: "The Band 2" })).toMatchObject({ code: "conflict" });
  });

  it("leaves the library and every tracklist when it is deleted", async () => {
    const { id } = await create();
    const stream = await studio.callVerb(createStream, { title: "S" });
    const { revision } = await studio.callVerb(addTracks, { streamId: stream.id, trackIds: [id, id] });
    await studio.callVerb(deleteTrack, { id });
    expect(await studio.refusal(deleteTrack, { id })).toMatchObject({ code: "not-found" });
    expect(studio.services.db.select().from(streamItems).all()).toEqual([]);
    const stale = { id: stream.id, tracklistIds: [], revision };
    expect(await studio.refusal(updateStream, stale)).toMatchObject({ code: "conflict" });
  });
});

describe("duplicates by ISRC", () => {
  it("are found whatever the code is written like, and answered as asked", async () => {
    addFile();
    await create({ isrcCode: "US-AB1-99-00001" });
    const ask = (isrcCodes: string[]) => studio.callVerb(checkDuplicates, { isrcCodes });
    expect(await ask(["usab19900001", "USAB19900002", "", "US-AB1-99-00001"])).toEqual({ duplicates: ["usab19900001", "US-AB1-99-00001"] });
    expect(await ask([])).toEqual({ duplicates: [] });
  });
});

describe("the list", () => {
  const SORTS = ["recent", "alphabetical", "plays", "popularity", "energy", "bpm"];
  const COUNT = 57;
  beforeEach(() => {
    const set = studio.services.db.$client.prepare(
      `update tracks set popularity = $measure, energy = $measure, bpm = $measure, play_count = $plays, created_at = $at,
       genre = $genre, mood = 'dark', key = 'Am', tags = $tags where id = $id`,
    );
    for (let index = 0; index < COUNT; index++) {
      const id = addTrack(studio.services, `Song ${(index * 37) % COUNT}`, `Artist ${index % 5}`);
      // Ties and missing measures, so that a page may end in the middle of them.
      const measures = { measure: index % 3 === 0 ? null : index % 4, plays: index % 4, at: 1_000_000 + (index % 6) };
      set.run({ id, ...measures, genre: index % 2 === 0 ? "House" : null, tags: index % 7 === 0 ? '["rare"]' : "[]" });
    }
  });

  it.each(SORTS)("comes in pages that together are the whole, sorted by %s", async (sort) => {
    const all = await list({ sort });
    expect(all).toHaveLength(COUNT);
    expect(await paged({ sort, limit: 10 })).toEqual(all.map((entry) => entry.id));
  });

  it("is newest first by default, and puts missing measures last", async () => {
    const dates = (await list()).map((entry) => entry.createdAt);
    expect(dates).toEqual(dates.toSorted().reverse());
    const values = (await list({ sort: "energy" })).map((entry) => entry.energy ?? -1);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });

  it("is searched and filtered on the server, and tells the total", async () => {
    expect(await titles({ search: "SONG 12" })).toEqual(["Song 12"]);
    expect(await titles({ search: "artist 1" })).toHaveLength(12);
    expect(await titles({ genre: "House", artist: "Artist 0" })).toHaveLength(6);
    expect(await titles({ tag: "rare" })).toHaveLength(9);
    expect(await titles({ search: "100%" })).toEqual([]);
    const withoutMeasure = 19;
    expect(await titles({ minBpm: 99 })).toHaveLength(withoutMeasure);
    expect(await titles({ maxEnergy: -1 })).toHaveLength(withoutMeasure);
    const page = await studio.callVerb(listTracks, { genre: "House", limit: 5 });
    expect({ items: page.items.length, total: page.total }).toEqual({ items: 5, total: 29 });
  });

  it("refuses a cursor that is not its own", async () => {
    for (const cursor of ["x", Buffer.from('["a"]').toString("base64url")]) {
      expect(await studio.refusal(listTracks, { limit: 5, cursor })).toMatchObject({ code: "invalid-input" });
    }
    expect(await studio.refusal(listTracks, { limit: 0 })).toMatchObject({ code: "invalid-input" });
  });

  it("offers the values that are there", async () => {
    const artists = [0, 1, 2, 3, 4].map((n) => `Artist ${n}`);
    expect(await studio.callVerb(listFacets, undefined)).toEqual({ genres: ["House"], artists, moods: ["dark"], keys: ["Am"] });
  });
});

describe("the alphabetical list of tracks with long texts", () => {
  const COUNT = 12;
  const LIMITS = [1, 2, 5, COUNT - 1];
  const tags = Array.from({ length: 30 }, (_, n) => `${n} ${"夜想曲".repeat(30)}`);
  const add = (title: string) =>
    addTrack(studio.services, title, "月", { tags, searchText: searchTextOf({ title, artist: "月", album: null, tags }) });
  const ids = async () => (await list({ sort: "alphabetical" })).map(({ id }) => id);

  it.each(LIMITS)("comes whole in pages of %i, though all are called alike for longer than a cursor tells", async (limit) => {
    for (let n = 0; n < COUNT; n++) add(`${"🌙夜".repeat(100)} ${n}`);
    expect(await paged({ sort: "alphabetical", limit })).toEqual(await ids());
  });

  it.each(LIMITS)("comes whole in pages of %i, though the track that ends each page is deleted before the next", async (limit) => {
    for (let n = 0; n < COUNT; n++) add(`${n} ${"夜".repeat(200)}`);
    const all = await ids();
    expect(await paged({ sort: "alphabetical", limit }, (id) => studio.callVerb(deleteTrack, { id }))).toEqual(all);
  });

  it("goes on where it was, though the track that ended the page stands elsewhere by now", async () => {
    for (let n = 0; n < COUNT; n++) add(`${n} ${"夜".repeat(200)}`);
    const [first = "", ...others] = await ids();
    const rename = (id: string) => (id === first ? studio.callVerb(updateTrack, { id, title: "z" }) : Promise.resolve());
    expect(await paged({ sort: "alphabetical", limit: 1 }, rename)).toEqual([first, ...others, first]);
  });

  it("goes on from a cursor that tells the whole text, as they did, and refuses one that is longer than any of ours", async () => {
    const [first, second] = ["a", "b"].map((title) => addTrack(studio.services, title.repeat(150)));
    const cursorOf = (text: string) => Buffer.from(JSON.stringify([text, first])).toString("base64url");
    const cursor = cursorOf(`${"a".repeat(150)}\nartist\n\n`);
    const page = await studio.callVerb(listTracks, { sort: "alphabetical", limit: 1, cursor });
    expect(page.items.map(({ id }) => id)).toEqual([second]);
    const refused = { limit: 1, cursor: cursorOf("a".repeat(1000)) };
    expect(await studio.refusal(listTracks, refused)).toMatchObject({ code: "invalid-input", message: "The cursor is not one of ours" });
  });
});
