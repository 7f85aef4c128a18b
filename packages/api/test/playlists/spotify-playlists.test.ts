// What is made of a playlist that Spotify tells: what is kept of it, and what of it comes into the library.
import { AppError } from "@nightjar/contract";
import { playlistEntries, playlists, streamSettings, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { describe, expect, it } from "vitest";
import { decideEntry } from "../../src/playlists/import-tracks.ts";
import { syncDue } from "../../src/playlists/follow-playlists.ts";
import { getPlaylist, listPlaylists } from "../../src/playlists/read-playlists.ts";
import { analyzePlaylist, importTrack, startAnalysis, startSync } from "../../src/playlists/spotify.ts";
import { playlistGround } from "../support/spotify-playlist.ts";
import { SPOTIFY_ID, bringLabels, spotifyEntry as entry } from "../support/spotify.ts";

const MOTH = "4iV5W9uYEdYUVa79Axb7Rh";
const ground = playlistGround(() => [entry("Moth", { spotifyId: MOTH }), entry("Wick")]);
const { analyze, far, jobs, sync, until } = ground;
const library = () => ground.studio.services.db.select().from(tracks).all();

describe("the analysis of a playlist", () => {
  it("keeps it with its tracks against the library, and its labels filter it again later", async () => {
    far.entries = [entry("Moth", { recordLabel: "Own" }), entry("Wick", { recordLabel: "Other" })];
    addTrack(ground.studio.services, "Moth", "Lamp");
    expect(await analyze({ playlistUrl: `spotify:playlist:${SPOTIFY_ID}` })).toMatchObject({
      ...{ totalTracks: 2, filteredTracks: 2, existingTracks: 1, newTracks: 1, isFiltered: false, allLabels: ["Other", "Own"] },
      playlist: { name: "Night", source: "spotify", spotifyId: SPOTIFY_ID, trackCount: 2 },
    });
    await until("done");
    expect(await analyze({ labels: ["Own"] })).toMatchObject({ totalTracks: 2, filteredTracks: 1, isFiltered: true });
    expect(await ground.studio.callVerb(listPlaylists, undefined)).toHaveLength(1);
  });

  it("of 2,000 tracks comes page by page, with progress, and goes on though nobody waits", async () => {
    far.entries = Array.from({ length: 2000 }, (_, at) => entry(`Track ${at}`));
    const seen: unknown[] = [];
    const { pages } = ground.studio.ports.spotify;
    ground.studio.ports.spotify.pages = async function* (...call) {
      for await (const page of pages(...call)) {
        yield page;
        seen.push((await jobs())[0]?.done);
      }
    };
    expect(await ground.studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID })).toEqual({ spotifyId: SPOTIFY_ID });
    await until("done");
    expect(seen.slice(0, 3)).toEqual([50, 100, 150]);
    const [job] = await jobs();
    expect(await ground.studio.callVerb(getPlaylist, { id: job?.playlistId ?? "" })).toMatchObject({ totalTracks: 2000, newTracks: 2000 });
  });

  it("looks up the labels that Spotify does not tell, each code once, and remembers them", async () => {
    const asked: string[] = [];
    bringLabels(ground.studio, async (isrc) => (asked.push(isrc), "Own Records"));
    far.entries = [
      entry("A", { isrcCode: "USRC17607839" }),
      entry("A again", { isrcCode: "USRC17607839" }),
      entry("B", { isrcCode: "USRC17607840" }),
      entry("C"),
    ];
    const { playlist } = await analyze();
    await until("done");
    expect(await ground.studio.callVerb(getPlaylist, { id: playlist.id, labels: ["Own"] })).toMatchObject({
      filteredTracks: 3,
      allLabels: ["Own Records"],
    });
    expect((await jobs())[0]).toMatchObject({ done: 2, total: 2, name: "Night" });
    await analyze();
    await until("done");
    expect(asked).toEqual(["USRC17607839", "USRC17607840"]);
  });

  it("says of how many tracks the label is not known, and is still being looked up", async () => {
    const answer = Promise.withResolvers<string>();
    bringLabels(ground.studio, () => answer.promise);
    far.entries = [entry("A", { isrcCode: "USRC17607839" }), entry("B"), entry("C", { recordLabel: "Own" })];
    const read = await analyze({ labels: ["Virgin"] });
    expect(read).toMatchObject({ filteredTracks: 0, unlabelledTracks: 2, pendingTracks: 1 });
    answer.resolve("Virgin Records");
    await until("done");
    const { id } = read.playlist;
    expect(await ground.studio.callVerb(getPlaylist, { id, labels: ["Virgin"] })).toMatchObject({
      ...{ filteredTracks: 1, unlabelledTracks: 1, pendingTracks: 0 },
    });
  });

  it("that fails says why, also to who did not wait, and is tried again", async () => {
    const refused = new AppError("conflict", "Copy the tracks into a playlist of your own");
    ground.studio.ports.spotify.playlist = () => Promise.reject(refused);
    expect(await ground.studio.refusal(analyzePlaylist, { playlistUrl: SPOTIFY_ID })).toMatchObject({ message: refused.message });
    expect(await jobs()).toMatchObject([{ is: "failed", sentence: refused.message, playlistId: null, name: null }]);
    ground.bring();
    expect(await analyze()).toMatchObject({ totalTracks: 2 });
  });
});

describe("a sync", () => {
  it("adds what is new to the library, fills in what it did not know, and counts both", async () => {
    addTrack(ground.studio.services, "Moth", "Lamp");
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 1 });
    expect(
      library()
        .map(({ title, spotifyId }) => [title, spotifyId])
        .toSorted(),
    ).toEqual([
      ["Moth", MOTH],
      ["Wick", null],
    ]);
    await until("done");
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
    await until("done");
    far.entries = [...far.entries, entry("Ash")];
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
  });

  it("fills in all that the library does not say and the playlist does, and changes nothing that it says", async () => {
    const service = { albumType: "album", albumTotalTracks: 9, discNumber: 1, trackNumber: 2, popularity: 61 };
    const told = { album: "Wings", recordLabel: "Own", releaseDate: "2021", previewUrl: "https://previews.example/1.mp3", ...service };
    far.entries = [entry("Moth", { ...told, spotifyId: MOTH, isrcCode: "USRC17607839" }), entry("Wick", told)];
    addTrack(ground.studio.services, "Moth", "Lamp", { durationMs: 0 });
    const said = { album: "Ours", recordLabel: "Ours", releaseDate: "1999", previewUrl: "https://ours.example/1.mp3" };
    addTrack(ground.studio.services, "Wick", "Lamp", { ...said, popularity: 0 });
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 1 });
    const [moth, wick] = library().toSorted((a, b) => a.title.localeCompare(b.title));
    expect(moth).toMatchObject({ ...told, spotifyId: MOTH, spotifyUrl: `https://open.spotify.com/track/${MOTH}`, durationMs: 61_000 });
    expect([moth?.isrcKey, moth?.searchText, moth?.revision]).toEqual(["USRC17607839", "moth\nlamp\nwings\n", 1]);
    // Where it stands on another album says nothing of this one.
    expect(wick).toMatchObject({ ...said, popularity: 0, albumType: null, trackNumber: null, durationMs: 61_500, revision: 0 });
    await until("done");
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
  });

  it("leaves alone what is doubtful", async () => {
    addTrack(ground.studio.services, "Wick", "Lamp", { durationMs: 200_000 });
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
    const { db } = ground.studio.services;
    expect(
      db
        .select()
        .from(playlistEntries)
        .all()
        .filter(({ candidates }) => candidates.length > 0),
    ).toHaveLength(1);
  });

  it("makes of what somebody has said to be none of the library's no other track of it", async () => {
    const long = addTrack(ground.studio.services, "Wick", "Lamp", { durationMs: 200_000 });
    const { playlist, tracks: read } = await analyze();
    await until("done");
    const { id: entryId } = read.find(({ candidates }) => candidates[0]?.trackId === long) ?? { id: "" };
    await ground.studio.callVerb(decideEntry, { id: playlist.id, entryId, trackId: null });
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
    await until("done");
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
    expect(library().find(({ id }) => id === long)).toMatchObject({ isrcCode: null, spotifyId: null });
    expect((await ground.studio.callVerb(getPlaylist, { id: playlist.id })).tracks.map(({ existsInLibrary }) => existsInLibrary)).toEqual([
      true,
      false,
    ]);
  });

  it("by itself goes through all playlists that were synced before, whatever one of them answers", async () => {
    const { db } = ground.studio.services;
    db.insert(playlists)
      .values({ name: "Gone", spotifyId: "a".repeat(22), syncedAt: new Date(0) })
      .run();
    db.update(streamSettings).set({ syncFrequency: "hourly" }).run();
    await sync();
    await until("done");
    const { playlist } = ground.studio.ports.spotify;
    ground.studio.ports.spotify.playlist = async (token, id, signal) =>
      id === SPOTIFY_ID ? playlist(token, id, signal) : Promise.reject(new AppError("not-found", "gone"));
    far.entries = [...far.entries, entry("Ash")];
    ground.studio.ports.clock.set(Date.now() + 2 * 60 * 60_000);
    await syncDue(ground.studio.services);
    expect(
      library()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(["Ash", "Moth", "Wick"]);
  });

  it("is begun by who does not wait, and what it did is told with its state", async () => {
    expect(await ground.studio.callVerb(startSync, { playlistId: SPOTIFY_ID })).toEqual({ spotifyId: SPOTIFY_ID });
    await until("done");
    expect(await jobs()).toMatchObject([{ id: SPOTIFY_ID, syncs: true, synced: { tracksAdded: 2, tracksUpdated: 0 } }]);
  });
});

describe("a track by Spotify's id", () => {
  it("is imported after a restart as well, once", async () => {
    await analyze();
    await until("done");
    ground.reopen();
    const bringIn = () => ground.studio.callVerb(importTrack, { trackId: MOTH });
    const { trackId, isNew } = await bringIn();
    expect(isNew).toBe(true);
    expect(await bringIn()).toEqual({ trackId, isNew: false });
    expect(library()).toMatchObject([{ title: "Moth", spotifyUrl: "https://open.spotify.com/track/4iV5W9uYEdYUVa79Axb7Rh" }]);
    expect(await ground.studio.refusal(importTrack, { trackId: "b".repeat(22) })).toMatchObject({ code: "not-found" });
  });
  it("that is none of the library's by somebody's word stays that", async () => {
    addTrack(ground.studio.services, "Moth", "Lamp", { durationMs: 200_000 });
    const { playlist, tracks: read } = await analyze();
    await until("done");
    await ground.studio.callVerb(decideEntry, { id: playlist.id, entryId: read[0]?.id ?? "", trackId: null });
    expect(await ground.studio.refusal(importTrack, { trackId: MOTH })).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("another title"),
    });
  });
});
