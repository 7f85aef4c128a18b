import type { PlaylistId } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { createPlaylist, deletePlaylist } from "../../src/playlists/create-playlist.ts";
import { decideEntry, importTracks } from "../../src/playlists/import-tracks.ts";
import { matchEntries } from "../../src/playlists/match-entries.ts";
import { labelFilter } from "../../src/playlists/labels.ts";
import { getPlaylist, listPlaylists } from "../../src/playlists/read-playlists.ts";
import { listPlaylistJobs } from "../../src/playlists/spotify.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { bringLabels } from "../support/spotify.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const CODE = "USRC17607839";
type Fields = Readonly<Record<string, unknown>>;
const entry = (title: string, more: Fields = {}): Fields => ({ title, artist: "Lamp", durationMs: 61_000, ...more });
const create = async (...entries: Fields[]) => (await studio.callVerb(createPlaylist, { name: "Night", entries })).id;
const read = (id: PlaylistId, labels?: string | string[]) => studio.callVerb(getPlaylist, { id, ...(labels !== undefined && { labels }) });
const library = () => studio.services.db.select().from(tracks).all();

describe("a playlist", () => {
  it("is kept with its tracks, each with the track of the library that it is and why", async () => {
    const moth = addTrack(studio.services, "Moth", "Lamp", { isrcKey: CODE });
    const id = await create(entry("Another title", { isrcCode: "us-rc1-76-07839" }), entry("Wick", { isrcCode: "no code" }));
    const { playlist, tracks: entries, ...counts } = await read(id);
    expect(playlist).toMatchObject({ name: "Night", source: "manual", trackCount: 2, isActive: false, spotifyId: null });
    expect(counts).toEqual({
      ...{ totalTracks: 2, filteredTracks: 2, existingTracks: 1, newTracks: 1, doubtfulTracks: 0, isFiltered: false, allLabels: [] },
      ...{ unlabelledTracks: 2, pendingTracks: 0 },
    });
    expect(entries).toMatchObject([
      { title: "Another title", libraryTrackId: moth, existsInLibrary: true, hasAudioFile: true, why: "the same ISRC code" },
      { title: "Wick", isrcCode: null, duration: "1:01", libraryTrackId: null, existsInLibrary: false, hasAudioFile: false, why: null },
    ]);
    expect((await studio.callVerb(listPlaylists, undefined)).map(({ name }) => name)).toEqual(["Night"]);
  });

  it("says what is wrong with it", async () => {
    expect(await studio.refusal(createPlaylist, { name: " ", entries: [entry("A")] })).toMatchObject({
      message: "A playlist needs a name",
    });
    expect(await studio.refusal(createPlaylist, { name: "N", entries: [] })).toMatchObject({ message: "The playlist has no tracks" });
    const many = Array.from({ length: 10_001 }, () => entry("A"));
    expect(await studio.refusal(createPlaylist, { name: "N", entries: many })).toMatchObject({
      message: "A playlist has at most 10,000 tracks",
    });
  });

  it("of thousands is found in a library of thousands, more than one page of it", async () => {
    for (let at = 0; at < 1500; at++) addTrack(studio.services, `Track ${at}`, "Lamp");
    const id = await create(...Array.from({ length: 2000 }, (_, at) => entry(`Track ${at}`)));
    expect(await read(id)).toMatchObject({ totalTracks: 2000, existingTracks: 1500, newTracks: 500 });
  });

  it.each([
    ["a label that is too long", "x".repeat(201)],
    ["too many of them", Array.from({ length: 101 }, (_, at) => `L${at}`).join(",")],
    ["an address that is too long", "x,".repeat(2001)],
  ])("is refused in words for %s", async (_what, labels) => {
    const id = await create(entry("T"));
    const refused = await studio.refusal(getPlaylist, { id, labels });
    expect(refused).toMatchObject({ code: "invalid-input", message: "At most 100 labels of 200 characters each" });
  });

  it("is filtered by labels, by their words, and names all there are", async () => {
    const labels = ["Sony Music Entertainment", "sony music", "Own", "Own", null];
    const id = await create(...labels.map((recordLabel, at) => entry(`T${at}`, { recordLabel })));
    expect(await read(id, ["Sony Music"])).toMatchObject({ totalTracks: 5, filteredTracks: 2, newTracks: 2, isFiltered: true });
    expect((await read(id, "Own,Virgin")).tracks.map(({ title }) => title)).toEqual(["T2", "T3"]);
    expect((await read(id)).allLabels).toEqual(["Own", "sony music", "Sony Music Entertainment"]);
  });

  it("from a file has the labels that it does not name looked up by their codes, and says so meanwhile", async () => {
    const asked: string[] = [];
    const answer = Promise.withResolvers<string>();
    bringLabels(studio, (isrc) => (asked.push(isrc), answer.promise));
    const labelled = entry("Ash", { isrcCode: "USRC17607840", recordLabel: "Own" });
    const id = await create(entry("Moth", { isrcCode: CODE }), entry("Wick"), labelled);
    expect(await read(id)).toMatchObject({ unlabelledTracks: 2, pendingTracks: 1 });
    const job = async () => (await studio.callVerb(listPlaylistJobs, undefined))[0];
    expect(await job()).toMatchObject({ id, is: "labels", name: "Night", done: 0, total: 1, playlistId: id });
    answer.resolve("Virgin Records");
    await expect.poll(async () => (await job())?.is).toBe("done");
    expect((await read(id)).tracks.map(({ recordLabel }) => recordLabel)).toEqual(["Virgin Records", null, "Own"]);
    expect(asked).toEqual([CODE]);
  });

  it("goes, and what was imported from it stays", async () => {
    const id = await create(entry("Moth"));
    await studio.callVerb(importTracks, { id, entryIds: (await read(id)).tracks.map((track) => track.id) });
    await studio.callVerb(deletePlaylist, { id });
    expect(library()).toHaveLength(1);
    expect(await studio.refusal(getPlaylist, { id })).toMatchObject({ code: "not-found" });
    expect(await studio.refusal(deletePlaylist, { id })).toMatchObject({ code: "not-found" });
  });
});

describe("a track of a playlist", () => {
  const idsOf = async (id: PlaylistId) => (await read(id)).tracks.map((track) => track.id);

  it("is imported with what the playlist tells of it, and counts as in the library from then on", async () => {
    const told = {
      album: "LP",
      isrcCode: CODE,
      recordLabel: "Own",
      releaseDate: "2021",
      explicit: true,
      spotifyId: "4iV5W9uYEdYUVa79Axb7Rh",
      ...{ albumType: "single", albumTotalTracks: 9, discNumber: 1, trackNumber: 2, popularity: 0 },
      previewUrl: "https://previews.example/1.mp3",
    };
    const id = await create(entry("Moth", { ...told, coverUrl: "https://covers.example/1.jpg" }));
    expect(await studio.callVerb(importTracks, { id, entryIds: await idsOf(id) })).toMatchObject({ tracksAdded: 1, tracksFound: 0 });
    expect(library()).toMatchObject([
      {
        title: "Moth",
        artist: "Lamp",
        durationMs: 61_000,
        isrcKey: CODE,
        artworkUrl: null,
        audioSha256: null,
        ...told,
      },
    ]);
    expect(await read(id)).toMatchObject({ existingTracks: 1, newTracks: 0, tracks: [{ existsInLibrary: true, hasAudioFile: false }] });
  });

  it("is made once, however often it stands there or is asked for", async () => {
    const id = await create(entry("Moth"), entry("moth"), entry("Wick"));
    const entryIds = await idsOf(id);
    expect(await studio.callVerb(importTracks, { id, entryIds })).toMatchObject({ tracksAdded: 2, tracksFound: 1 });
    expect(await studio.callVerb(importTracks, { id, entryIds })).toMatchObject({ tracksAdded: 0, tracksFound: 3 });
    expect(
      library()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(["Moth", "Wick"]);
  });

  it("is in the library wherever else it stands once it is imported, by its code or Spotify's id, save where somebody has said it is none", async () => {
    const spotifyId = "4iV5W9uYEdYUVa79Axb7Rh";
    const first = await create(entry("Moth", { isrcCode: CODE, spotifyId }), entry("Moth (Single)", { isrcCode: CODE }));
    const second = await create(entry("Motte", { spotifyId }), entry("Wick"));
    const third = await create(entry("Another Moth", { isrcCode: CODE, decided: null }));
    const [moth] = await idsOf(first);
    expect(await studio.callVerb(importTracks, { id: first, entryIds: [moth] })).toMatchObject({ tracksAdded: 1, tracksFound: 0 });
    const standing = async (id: PlaylistId) => (await read(id)).tracks.map(({ existsInLibrary }) => existsInLibrary);
    expect([await standing(first), await standing(second), await standing(third)]).toEqual([[true, true], [true, false], [false]]);
  });

  it("that was in the library before, by its title or somebody's word, makes no other of its code that track", async () => {
    const WICK = "USRC17607841";
    const moth = addTrack(studio.services, "Moth", "Lamp", { isrcKey: "USRC17607840" });
    addTrack(studio.services, "Wick", "Lamp");
    const first = await create(entry("Moth", { isrcCode: CODE }), entry("Wick", { isrcCode: WICK }));
    const second = await create(entry("Motte", { isrcCode: CODE }), entry("Docht", { isrcCode: WICK }));
    const entryIds = await idsOf(first);
    await studio.callVerb(decideEntry, { id: first, entryId: entryIds[0], trackId: moth });
    expect(await studio.callVerb(importTracks, { id: first, entryIds })).toMatchObject({ tracksAdded: 0, tracksFound: 2 });
    expect(await read(second)).toMatchObject({ existingTracks: 0, newTracks: 2 });
  });

  it("that is imported though somebody has said that it was none of those it might have been speaks for no other of its code", async () => {
    const first = await create(entry("Moth", { isrcCode: CODE, decided: null }));
    const second = await create(entry("Motte", { isrcCode: CODE }));
    expect(await studio.callVerb(importTracks, { id: first, entryIds: await idsOf(first) })).toMatchObject({ tracksAdded: 1 });
    expect(await read(second)).toMatchObject({ existingTracks: 0, newTracks: 1 });
  });

  it("that is doubtful waits for somebody's word: it is this one, or none of them", async () => {
    const short = addTrack(studio.services, "Moth", "Lamp", { durationMs: 30_000 });
    const id = await create(entry("Moth"), entry("Moth"));
    const { doubtfulTracks, tracks: entries } = await read(id);
    const why = "the same title and artist, but 31 s shorter in the library";
    expect([doubtfulTracks, entries[0]?.candidates]).toEqual([
      2,
      [{ trackId: short, why, title: "Moth", artist: "Lamp", duration: "0:30" }],
    ]);
    const [first, second] = entries.map((track) => track.id);
    await studio.callVerb(decideEntry, { id, entryId: first, trackId: short });
    await studio.callVerb(decideEntry, { id, entryId: second, trackId: null });
    expect((await read(id)).tracks).toMatchObject([
      { libraryTrackId: short, candidates: [], why: "somebody's word" },
      { libraryTrackId: null, candidates: [] },
    ]);
    expect(await studio.refusal(decideEntry, { id, entryId: "other", trackId: null })).toMatchObject({ code: "not-found" });
  });

  it("is compared before it is kept: by code, by title, artist and length, with why; and what is decided there is kept", async () => {
    const byCode = addTrack(studio.services, "Other title", "Somebody", { isrcKey: CODE });
    const byTitle = addTrack(studio.services, "Wick", "Lamp");
    const short = addTrack(studio.services, "Moth", "Lamp", { durationMs: 30_000 });
    const entries = [
      entry("A", { isrcCode: "us-rc1-76-07839" }),
      entry("Wick (Remastered 2011)"),
      entry("Moth"),
      entry("Moth"),
      entry("Ash"),
    ];
    const why = "the same title and artist, but 31 s shorter in the library";
    const doubtful = { trackId: null, why: null, candidates: [{ trackId: short, why, title: "Moth", artist: "Lamp", duration: "0:30" }] };
    expect(await studio.callVerb(matchEntries, { entries })).toEqual([
      { trackId: byCode, why: "the same ISRC code", candidates: [] },
      { trackId: byTitle, why: "the same title and artist, and as long", candidates: [] },
      doubtful,
      doubtful,
      { trackId: null, why: null, candidates: [] },
    ]);
    expect(await studio.callVerb(listPlaylists, undefined)).toEqual([]);
    const words = [undefined, undefined, short, null, "gone"];
    const id = await create(...entries.map((each, at) => ({ ...each, decided: words[at] })));
    expect((await read(id)).tracks).toMatchObject([
      { libraryTrackId: byCode },
      { libraryTrackId: byTitle },
      { libraryTrackId: short, why: "somebody's word", candidates: [] },
      { libraryTrackId: null, candidates: [] },
      { libraryTrackId: null, candidates: [] },
    ]);
  });

  it("is new again once its track has been deleted, and found by nothing", async () => {
    const moth = addTrack(studio.services, "Moth", "Lamp");
    const id = await create(entry("Moth"));
    await studio.callVerb(deleteTrack, { id: moth });
    expect(await read(id)).toMatchObject({ existingTracks: 0, newTracks: 1, tracks: [{ existsInLibrary: false, why: null }] });
  });

  it("that came into the library meanwhile is found by its code before its title when it is imported, with why", async () => {
    const id = await create(entry("Moth", { isrcCode: CODE }), entry("Wick"));
    const byCode = addTrack(studio.services, "Moth (Album Version)", "Lamp & Wick", { isrcKey: CODE });
    const byTitle = addTrack(studio.services, "Wick", "Lamp");
    addTrack(studio.services, "Moth", "Lamp", { isrcKey: "USRC17607840" });
    expect(await studio.callVerb(importTracks, { id, entryIds: await idsOf(id) })).toMatchObject({ tracksAdded: 0, tracksFound: 2 });
    expect((await read(id)).tracks).toMatchObject([
      { libraryTrackId: byCode, why: "the same ISRC code" },
      { libraryTrackId: byTitle, why: "the same title and artist" },
    ]);
  });

  it("that is none of the library's by somebody's word is not made that one by an import", async () => {
    addTrack(studio.services, "Moth", "Lamp", { durationMs: 30_000 });
    const id = await create(entry("Moth"), entry("Wick"), entry("Ash"));
    const [moth, wick, ash] = await idsOf(id);
    await studio.callVerb(decideEntry, { id, entryId: moth, trackId: null });
    expect(await studio.refusal(importTracks, { id, entryIds: [moth] })).toMatchObject({
      code: "conflict",
      message: "The library has another “Moth” by Lamp. Give that one another title first.",
    });
    expect(await studio.callVerb(importTracks, { id, entryIds: [moth, wick, ash] })).toMatchObject({ tracksAdded: 2, tracksLeftOut: 1 });
    expect((await read(id)).tracks[0]).toMatchObject({ existsInLibrary: false, why: null });
  });

  it("that is none of those it might have been is imported where the library has none of its title and artist", async () => {
    addTrack(studio.services, "Moth", "Lamp & Wick");
    const id = await create(entry("Moth"));
    const [moth] = await idsOf(id);
    await studio.callVerb(decideEntry, { id, entryId: moth, trackId: null });
    expect(await studio.callVerb(importTracks, { id, entryIds: [moth] })).toMatchObject({ tracksAdded: 1, tracksLeftOut: 0 });
    expect(library()).toHaveLength(2);
  });
});

describe("a label is wanted", () => {
  it.each([
    ["Universal Music Group", ["Universal Music"], true],
    ["RCA Records Label", ["RCA"], true],
    ["ARCA", ["RCA"], false],
    ["Warner Records", ["Warner Music"], false],
    ["Virgín", ["Virgin"], true],
    [null, ["RCA"], false],
  ])("%s by %s: %s", (label, wanted, expected) => {
    expect(labelFilter(wanted)(label)).toBe(expected);
  });
});
