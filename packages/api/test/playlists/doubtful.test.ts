// Where title and artist agree and something else does not, somebody is asked: nothing that is imported or synced makes two recordings one.
import { auditLog, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { describe, expect, it } from "vitest";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { decideEntry, importTracks } from "../../src/playlists/import-tracks.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { importTrack } from "../../src/playlists/spotify.ts";
import type { SpotifyEntry } from "../../src/ports.ts";
import { playlistGround } from "../support/spotify-playlist.ts";
import { spotifyEntry as entry } from "../support/spotify.ts";

const [ALBUM, LIVE] = ["USRC17607839", "USRC17607840"];
const [ALBUM_ID, LIVE_ID] = ["4iV5W9uYEdYUVa79Axb7Rh", "7ouMYWpwJ422jRcDASZB7P"];
const byCode = () => [entry("Intro", { isrcCode: ALBUM, spotifyId: ALBUM_ID }), entry("Intro", { isrcCode: LIVE, spotifyId: LIVE_ID })];
const byLength = () => [entry("Intro", { durationMs: 60_000 }), entry("Intro", { durationMs: 200_000 })];
const called = (both: () => SpotifyEntry[], names: Partial<SpotifyEntry>) => () => both().map((each) => ({ ...each, ...names }));
const ANOTHER_CODE = "the same title and artist, and as long, but another ISRC code";
const SHORTER = "the same title and artist, but 140 s shorter in the library";
const SAY_FIRST = { code: "conflict", message: "The library may have “Intro” by Lamp already. Say first which track it is." };

const ground = playlistGround(byCode);
const { analyze, far, jobs, sync } = ground;
const create = async (...entries: object[]) => (await ground.studio.callVerb(createPlaylist, { name: "Night", entries })).id;
const read = async (id: string) => (await ground.studio.callVerb(getPlaylist, { id })).tracks;
const idsOf = async (id: string) => (await read(id)).map((track) => track.id);
const library = () => ground.studio.services.db.select().from(tracks).all();
/** As long as no entry here is. */
const addLong = () => addTrack(ground.studio.services, "Intro", "Lamp", { durationMs: 300_000 });

describe("two recordings of one title", () => {
  const DIFFERING: readonly (readonly [by: string, both: () => SpotifyEntry[], why: string])[] = [
    ["code", byCode, ANOTHER_CODE],
    ["length", byLength, SHORTER],
    ["code, by an artist of signs alone,", called(byCode, { artist: "!!!" }), ANOTHER_CODE],
    ["length, by an artist of signs alone,", called(byLength, { artist: "!!!" }), SHORTER],
    ["code, under a sign alone,", called(byCode, { title: "♡" }), ANOTHER_CODE],
    ["length, under a sign alone,", called(byLength, { title: "♡" }), SHORTER],
  ];
  it.each(DIFFERING)("that differ by %s are not made one by an import: the second is asked about, with why", async (_by, both, why) => {
    const id = await create(...both());
    const made = await ground.studio.callVerb(importTracks, { id, entryIds: await idsOf(id) });
    const [intro] = library();
    expect(made).toEqual({ tracksAdded: 1, tracksFound: 0, tracksDoubtful: 1, tracksLeftOut: 0, trackIds: [intro?.id] });
    expect(await read(id)).toMatchObject([
      { libraryTrackId: intro?.id, candidates: [] },
      { libraryTrackId: null, why: null, candidates: [{ trackId: intro?.id, why }] },
    ]);
  });

  it.each(DIFFERING)("that differ by %s are not made one by a sync, here nor where the second stands elsewhere", async (_by, both, why) => {
    far.entries = both();
    const elsewhere = await create(entry("Elsewhere", { isrcCode: LIVE, spotifyId: LIVE_ID }));
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
    const id = (await jobs()).find((job) => job.syncs)?.playlistId ?? "";
    expect(await ground.studio.callVerb(getPlaylist, { id })).toMatchObject({ existingTracks: 1, newTracks: 1, doubtfulTracks: 1 });
    expect((await read(id))[1]?.candidates).toMatchObject([{ why }]);
    expect(await read(elsewhere)).toMatchObject([{ libraryTrackId: null, candidates: [] }]);
    await expect.poll(async () => (await jobs()).every(({ is }) => is === "done")).toBe(true);
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
  });

  it("are two once somebody has said so, and the first has a title of its own", async () => {
    const id = await create(...byCode());
    const entryIds = await idsOf(id);
    await ground.studio.callVerb(importTracks, { id, entryIds });
    await ground.studio.callVerb(decideEntry, { id, entryId: entryIds[1], trackId: null });
    ground.studio.services.db.update(tracks).set({ title: "Intro (Album)", searchText: "intro (album)\nlamp\n" }).run();
    expect(await ground.studio.callVerb(importTracks, { id, entryIds })).toMatchObject({ tracksAdded: 1, tracksFound: 1 });
    expect(library()).toHaveLength(2);
  });
});

describe("a track that is doubtful", () => {
  it("is refused alone until somebody has said which it is, and of many is counted", async () => {
    addLong();
    const id = await create(...byLength(), entry("Wick"));
    const entryIds = await idsOf(id);
    expect(await ground.studio.refusal(importTracks, { id, entryIds: [entryIds[0]] })).toMatchObject(SAY_FIRST);
    expect(await ground.studio.callVerb(importTracks, { id, entryIds })).toMatchObject({ tracksAdded: 1, tracksDoubtful: 2 });
    expect(library()).toHaveLength(2);
  });

  it("is refused by Spotify's id as well", async () => {
    addLong();
    const { tracks: before } = await analyze();
    expect(await ground.studio.refusal(importTrack, { trackId: ALBUM_ID })).toMatchObject(SAY_FIRST);
    expect(await read((await jobs())[0]?.playlistId ?? "")).toEqual(before);
  });

  it.each([
    ["of a playlist", async (id: string) => ground.studio.refusal(importTracks, { id, entryIds: (await idsOf(id)).slice(1) })],
    ["by Spotify's id", () => ground.studio.refusal(importTrack, { trackId: LIVE_ID })],
  ])("only since the playlist was read is refused alone, %s, and is asked about then", async (_how, ask) => {
    const id = await create(...byCode());
    const intro = addTrack(ground.studio.services, "Intro", "Lamp", { isrcKey: ALBUM, durationMs: 61_000 });
    expect(await ask(id)).toMatchObject(SAY_FIRST);
    expect((await read(id))[1]?.candidates).toMatchObject([{ trackId: intro, why: ANOTHER_CODE }]);
    expect(ground.studio.services.db.select().from(auditLog).all().at(-1)).toMatchObject({ outcome: "conflict" });
  });

  it("is found by its code where the library has that meanwhile", async () => {
    addLong();
    const id = await create(...byCode());
    const own = addTrack(ground.studio.services, "Opening", "Lamp", { isrcKey: ALBUM });
    const [first] = await idsOf(id);
    expect(await ground.studio.callVerb(importTracks, { id, entryIds: [first] })).toMatchObject({ tracksFound: 1, trackIds: [own] });
  });

  it("is new once what it might have been is deleted", async () => {
    const long = addLong();
    const id = await create(entry("Intro"));
    await ground.studio.callVerb(deleteTrack, { id: long });
    expect(await ground.studio.callVerb(importTracks, { id, entryIds: await idsOf(id) })).toMatchObject({ tracksAdded: 1 });
  });
});

describe("which track it is", () => {
  const DECIDED = { code: "conflict", message: "This has been decided meanwhile. Look at the playlist again." };
  const decide = (id: string, entryId: string | undefined, trackId: string | null) =>
    ground.studio.callVerb(decideEntry, { id, entryId, trackId });
  const refusal = (id: string, entryId: string | undefined, trackId: string | null) =>
    ground.studio.refusal(decideEntry, { id, entryId, trackId });

  it("is what was said first: who looked before and says otherwise is refused, and takes nothing back", async () => {
    const long = addLong();
    const id = await create(...byLength());
    const [one, none] = await idsOf(id);
    await decide(id, one, long);
    expect(await refusal(id, one, null)).toMatchObject(DECIDED);
    await decide(id, none, null);
    expect(await refusal(id, none, long)).toMatchObject(DECIDED);
    expect(await read(id)).toMatchObject([{ libraryTrackId: long, why: "somebody's word" }, { libraryTrackId: null }]);
  });

  it("is answered as it is stored where the very same is said again, because its answer was lost", async () => {
    const long = addLong();
    const id = await create(...byLength());
    const [one, none] = await idsOf(id);
    const first = await decide(id, one, long);
    expect(await decide(id, one, long)).toEqual(first);
    await decide(id, none, null);
    expect(await decide(id, none, null)).toEqual(first);
    expect(await read(id)).toMatchObject([{ libraryTrackId: long }, { libraryTrackId: null }]);
  });

  it("is not said of one that an import has found meanwhile", async () => {
    const id = await create(...byCode());
    const [first] = await idsOf(id);
    await ground.studio.callVerb(importTracks, { id, entryIds: [first] });
    const made = library()[0]?.id;
    expect(await refusal(id, first, null)).toMatchObject(DECIDED);
    expect((await read(id))[0]).toMatchObject({ libraryTrackId: made });
  });

  it("is no answer any more once that track is deleted, and is not in question either", async () => {
    const long = addLong();
    const id = await create(...byLength());
    const [one] = await idsOf(id);
    await decide(id, one, long);
    await ground.studio.callVerb(deleteTrack, { id: long });
    for (const said of [null, long]) expect(await refusal(id, one, said)).toMatchObject(DECIDED);
  });
});
