import { AppError, spotifyPlaylistIdOf, syncPlaylistInput } from "@nightjar/contract";
import type { PlaylistEntryFields } from "@nightjar/contract";
import { grants, playlistEntries, playlists, streamSettings, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lookupIsrc } from "../../src/library/lookup-isrc.ts";
import { decideEntry } from "../../src/playlists/import-tracks.ts";
import { syncDue } from "../../src/playlists/follow-playlists.ts";
import { getPlaylist, listPlaylists } from "../../src/playlists/read-playlists.ts";
import { connectSpotify, disconnectSpotify, finishSpotifyConnect, getSpotify, tokenSource } from "../../src/playlists/spotify-account.ts";
import {
  analyzePlaylist,
  importTrack,
  listPlaylistJobs,
  listSpotifyPlaylists,
  startAnalysis,
  startSync,
  syncPlaylist,
} from "../../src/playlists/spotify.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { SPOTIFY_ID, bringLabels, bringSpotify, spotifyEntry as entry } from "../support/spotify.ts";

const MOTH = "4iV5W9uYEdYUVa79Axb7Rh";
let studio: Studio;
let entries: PlaylistEntryFields[];
beforeEach(async () => {
  studio = await openStudio();
  entries = [entry("Moth", { spotifyId: MOTH }), entry("Wick")];
});
afterEach(() => studio.close());

const bring = (pageSize?: number) => bringSpotify(studio, () => entries, pageSize);
const analyze = (playlistUrl = SPOTIFY_ID, labels?: string[]) =>
  studio.callVerb(analyzePlaylist, { playlistUrl, ...(labels && { labels }) });
const jobs = () => studio.callVerb(listPlaylistJobs, undefined);
const over = () => expect.poll(async () => (await jobs())[0]?.is).toBe("done");
const library = () => studio.services.db.select().from(tracks).all();
describe("the address of a playlist", () => {
  it.each([
    `https://open.spotify.com/playlist/${SPOTIFY_ID}`,
    `https://open.spotify.com/playlist/${SPOTIFY_ID}?si=0123456789abcdef`,
    `  open.spotify.com/intl-de/playlist/${SPOTIFY_ID}/ `,
    `http://open.spotify.com/user/somebody/playlist/${SPOTIFY_ID}#x`,
    `https://open.spotify.com/embed/playlist/${SPOTIFY_ID}?utm_source=generator`,
    `https://play.spotify.com/playlist/${SPOTIFY_ID}`,
    `spotify:playlist:${SPOTIFY_ID}`,
    `spotify:user:somebody:playlist:${SPOTIFY_ID}`,
    `HTTPS://Open.Spotify.com/Playlist/${SPOTIFY_ID}`,
    `Spotify:Playlist:${SPOTIFY_ID}`,
    SPOTIFY_ID,
  ])("%s is one", (text) => {
    expect(spotifyPlaylistIdOf(text)).toBe(SPOTIFY_ID);
  });

  it.each([
    "",
    `https://open.spotify.com/album/${SPOTIFY_ID}`,
    `https://evil.example/playlist/${SPOTIFY_ID}`,
    "spotify:playlist:",
    `spotify:playlist:${"a".repeat(65)}`,
    "spotify:playlist:..",
    "https://open.spotify.com/playlist/../me",
    `https://open.spotify.com/playlist/${SPOTIFY_ID}/../../me`,
    `https://open.spotify.com/playlist/${SPOTIFY_ID}%2Fitems`,
    `https://open.spotify.com@evil.example/playlist/${SPOTIFY_ID}`,
    "moth",
    `${SPOTIFY_ID}x`,
  ])("%s is none, and the specification's sentence says so", async (text) => {
    expect(await studio.refusal(analyzePlaylist, { playlistUrl: text })).toMatchObject({
      ...{ code: "invalid-input", message: "Please enter a valid Spotify playlist URL" },
    });
  });
});

it.each(["a1", "Z".repeat(64)])("an id that is as long as no other is one in a link, in a URI and of a sync: %s", (id) => {
  for (const text of [`https://open.spotify.com/playlist/${id}?si=1`, `spotify:user:somebody:playlist:${id}`, `spotify:playlist:${id}`])
    expect(spotifyPlaylistIdOf(text)).toBe(id);
  expect(syncPlaylistInput.safeParse({ playlistId: id }).success).toBe(true);
});

it.each(["", "..", "a/b", "a%2Fb", "a b", "ä", "a".repeat(65)])("what is no id is none of a sync: %s", (id) => {
  expect(syncPlaylistInput.safeParse({ playlistId: id }).success).toBe(false);
});

it.each(["https://spotify.link/AbCdEf", "spotify.app.link/AbCdEf?x=1"])("a short link such as %s says what to do with it", async (text) => {
  expect(await studio.refusal(analyzePlaylist, { playlistUrl: text })).toMatchObject({
    message: "A short link does not say which playlist it is. Open it in a browser, and copy the address it leads to.",
  });
});

describe("an account of Spotify", () => {
  it("that nobody has set up, or connected, is asked for in words", async () => {
    expect(await studio.refusal(listSpotifyPlaylists, undefined)).toMatchObject({
      message: expect.stringContaining("No Spotify account is connected"),
    });
    studio.ports.grantProviders.spotify.isConfigured = false;
    expect(await studio.refusal(listSpotifyPlaylists, undefined)).toMatchObject({ message: expect.stringContaining("SPOTIFY_CLIENT_ID") });
    expect(await studio.refusal(connectSpotify, undefined)).toMatchObject({ code: "unavailable" });
    expect(await studio.callVerb(getSpotify, undefined)).toMatchObject({ isConfigured: false, isConnected: false, accountName: null });
  });

  const comesBack = async (accessToken = "a") => {
    studio.ports.grantProviders.spotify.exchange = async () => ({ accessToken, refreshToken: "r", expiresInMs: 3_600_000 });
    const { authUrl, cookie } = await studio.callVerb(connectSpotify, undefined);
    const state = new URL(authUrl).searchParams.get("state") ?? "";
    const nonce = /=([^;]+)/.exec(cookie)?.[1] ?? "";
    const request = {
      ...{ requestId: "1", token: null, tokenFrom: null, clientAddress: "127.0.0.1", origin: null, secFetchSite: null },
      beforeMs: null,
    };
    const ctx = { services: studio.services, request: { ...request, browserNonce: nonce, host: "studio.example" } };
    return finishSpotifyConnect({ ctx, input: { state, code: "code" } });
  };

  it("is connected by who comes back, named, and told; and disconnected at once", async () => {
    studio.ports.spotify.account = async (token) => ({ id: await token(), name: "The Operator" });
    expect(await comesBack()).toMatchObject({ message: "spotify-auth-success" });
    expect(await studio.callVerb(getSpotify, undefined)).toMatchObject({ isConnected: true, accountName: "The Operator", notice: null });
    await studio.callVerb(disconnectSpotify, undefined);
    expect(await studio.callVerb(getSpotify, undefined)).toMatchObject({ isConnected: false, accountName: null });
    expect(studio.services.db.select().from(grants).all()).toEqual([]);
  });

  it("that is connected anew lets go on what has begun; another one, or one that it cannot name, does not", async () => {
    const connect = (accessToken: string, account: string | null) => {
      studio.ports.spotify.account = async () => {
        if (account === null) throw new AppError("unavailable", "Spotify did not answer");
        return { id: account, name: account };
      };
      return comesBack(accessToken);
    };
    await connect("first", "operator");
    const token = tokenSource(studio.services);
    expect(await token()).toBe("first");
    await connect("second", "operator");
    expect(await token("first")).toBe("second");
    await connect("third", "somebody");
    await expect(token()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("another account") });
    await connect("fourth", null);
    await expect(token()).rejects.toMatchObject({ code: "conflict" });
    await studio.callVerb(disconnectSpotify, undefined);
    await expect(token()).rejects.toMatchObject({ message: expect.stringContaining("No Spotify account is connected") });
  });

  it("that Spotify does not let in is not connected, and told why; one that it cannot name, now or for want of leave, is", async () => {
    studio.ports.spotify.account = () => Promise.reject(new AppError("conflict", "Ask whoever owns the app"));
    await expect(comesBack()).rejects.toMatchObject({ code: "conflict", message: "Ask whoever owns the app" });
    expect(await studio.callVerb(getSpotify, undefined)).toMatchObject({ isConnected: false });
    for (const account of [() => Promise.reject(new AppError("unavailable", "Spotify did not answer")), async () => null]) {
      studio.ports.spotify.account = account;
      expect(await comesBack()).toMatchObject({ message: "spotify-auth-success" });
      expect(await studio.callVerb(getSpotify, undefined)).toMatchObject({ isConnected: true, accountName: null });
    }
  });

  it("that Spotify takes no more asks to be connected again", async () => {
    bring();
    studio.services.db.update(grants).set({ lostAt: new Date() }).run();
    expect(await studio.callVerb(getSpotify, undefined)).toMatchObject({ isConnected: true, notice: expect.stringContaining("again") });
  });

  it("looks a recording up where nobody else knows it", async () => {
    bring();
    const nothing = {
      album: null,
      durationMs: null,
      genre: null,
      artworkUrl: null,
      bpm: null,
      explicit: false,
      recordLabel: null,
      releaseDate: null,
    };
    studio.ports.spotify.find = async () => ({ ...nothing, title: "Moth", artist: "Lamp" });
    expect(await studio.callVerb(lookupIsrc, { isrcCode: "USRC17607839" })).toMatchObject({ source: "spotify", title: "Moth" });
  });

  it("that Spotify takes no more is not asked for a recording; any other is, as long as somebody waits", async () => {
    bring();
    const signals: (AbortSignal | undefined)[] = [];
    studio.ports.spotify.find = async (_token, _isrc, signal) => (signals.push(signal), null);
    const missing = { code: "not-found" };
    expect(await studio.refusal(lookupIsrc, { isrcCode: "USRC17607839" })).toMatchObject(missing);
    expect(signals).toEqual([expect.any(AbortSignal)]);
    studio.services.db.update(grants).set({ lostAt: new Date() }).run();
    expect(await studio.refusal(lookupIsrc, { isrcCode: "USRC17607840" })).toMatchObject(missing);
    expect(signals).toHaveLength(1);
  });
});

describe("the analysis of a playlist", () => {
  beforeEach(() => void bring());

  it("keeps it with its tracks against the library, and its labels filter it again later", async () => {
    entries = [entry("Moth", { recordLabel: "Own" }), entry("Wick", { recordLabel: "Other" })];
    addTrack(studio.services, "Moth", "Lamp");
    expect(await analyze(`spotify:playlist:${SPOTIFY_ID}`)).toMatchObject({
      ...{ totalTracks: 2, filteredTracks: 2, existingTracks: 1, newTracks: 1, isFiltered: false, allLabels: ["Other", "Own"] },
      playlist: { name: "Night", source: "spotify", spotifyId: SPOTIFY_ID, trackCount: 2 },
    });
    await over();
    expect(await analyze(SPOTIFY_ID, ["Own"])).toMatchObject({ totalTracks: 2, filteredTracks: 1, isFiltered: true });
    expect(await studio.callVerb(listPlaylists, undefined)).toHaveLength(1);
  });

  it("of 2,000 tracks comes page by page, with progress, and goes on though nobody waits", async () => {
    entries = Array.from({ length: 2000 }, (_, at) => entry(`Track ${at}`));
    const seen: unknown[] = [];
    const { pages } = studio.ports.spotify;
    studio.ports.spotify.pages = async function* (...call) {
      for await (const page of pages(...call)) {
        yield page;
        seen.push((await jobs())[0]?.done);
      }
    };
    expect(await studio.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID })).toEqual({ spotifyId: SPOTIFY_ID });
    await over();
    expect(seen.slice(0, 3)).toEqual([50, 100, 150]);
    const [job] = await jobs();
    expect(await studio.callVerb(getPlaylist, { id: job?.playlistId ?? "" })).toMatchObject({ totalTracks: 2000, newTracks: 2000 });
  });

  it("looks up the labels that Spotify does not tell, each code once, and remembers them", async () => {
    const asked: string[] = [];
    bringLabels(studio, async (isrc) => (asked.push(isrc), "Own Records"));
    entries = [
      entry("A", { isrcCode: "USRC17607839" }),
      entry("A again", { isrcCode: "USRC17607839" }),
      entry("B", { isrcCode: "USRC17607840" }),
      entry("C"),
    ];
    const { playlist } = await analyze();
    await over();
    expect(await studio.callVerb(getPlaylist, { id: playlist.id, labels: ["Own"] })).toMatchObject({
      filteredTracks: 3,
      allLabels: ["Own Records"],
    });
    expect((await jobs())[0]).toMatchObject({ done: 2, total: 2, name: "Night" });
    await analyze();
    await over();
    expect(asked).toEqual(["USRC17607839", "USRC17607840"]);
  });

  it("says of how many tracks the label is not known, and is still being looked up", async () => {
    const answer = Promise.withResolvers<string>();
    bringLabels(studio, () => answer.promise);
    entries = [entry("A", { isrcCode: "USRC17607839" }), entry("B"), entry("C", { recordLabel: "Own" })];
    const read = await analyze(SPOTIFY_ID, ["Virgin"]);
    expect(read).toMatchObject({ filteredTracks: 0, unlabelledTracks: 2, pendingTracks: 1 });
    answer.resolve("Virgin Records");
    await over();
    const { id } = read.playlist;
    expect(await studio.callVerb(getPlaylist, { id, labels: ["Virgin"] })).toMatchObject({
      ...{ filteredTracks: 1, unlabelledTracks: 1, pendingTracks: 0 },
    });
  });

  it("that fails says why, also to who did not wait, and is tried again", async () => {
    const refused = new AppError("conflict", "Copy the tracks into a playlist of your own");
    studio.ports.spotify.playlist = () => Promise.reject(refused);
    expect(await studio.refusal(analyzePlaylist, { playlistUrl: SPOTIFY_ID })).toMatchObject({ message: refused.message });
    expect(await jobs()).toMatchObject([{ is: "failed", sentence: refused.message, playlistId: null, name: null }]);
    bring();
    expect(await analyze()).toMatchObject({ totalTracks: 2 });
  });
});

describe("a sync", () => {
  const sync = () => studio.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID });
  beforeEach(() => void bring());

  it("adds what is new to the library, fills in what it did not know, and counts both", async () => {
    addTrack(studio.services, "Moth", "Lamp");
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 1 });
    expect(
      library()
        .map(({ title, spotifyId }) => [title, spotifyId])
        .toSorted(),
    ).toEqual([
      ["Moth", MOTH],
      ["Wick", null],
    ]);
    await over();
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
    await over();
    entries = [...entries, entry("Ash")];
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
  });

  it("fills in all that the library does not say and the playlist does, and changes nothing that it says", async () => {
    const service = { albumType: "album", albumTotalTracks: 9, discNumber: 1, trackNumber: 2, popularity: 61 };
    const told = { album: "Wings", recordLabel: "Own", releaseDate: "2021", previewUrl: "https://previews.example/1.mp3", ...service };
    entries = [entry("Moth", { ...told, spotifyId: MOTH, isrcCode: "USRC17607839" }), entry("Wick", told)];
    addTrack(studio.services, "Moth", "Lamp", { durationMs: 0 });
    const said = { album: "Ours", recordLabel: "Ours", releaseDate: "1999", previewUrl: "https://ours.example/1.mp3" };
    addTrack(studio.services, "Wick", "Lamp", { ...said, popularity: 0 });
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 1 });
    const [moth, wick] = library().toSorted((a, b) => a.title.localeCompare(b.title));
    expect(moth).toMatchObject({ ...told, spotifyId: MOTH, spotifyUrl: `https://open.spotify.com/track/${MOTH}`, durationMs: 61_000 });
    expect([moth?.isrcKey, moth?.searchText, moth?.revision]).toEqual(["USRC17607839", "moth\nlamp\nwings\n", 1]);
    // Where it stands on another album says nothing of this one.
    expect(wick).toMatchObject({ ...said, popularity: 0, albumType: null, trackNumber: null, durationMs: 61_500, revision: 0 });
    await over();
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
  });

  it("leaves alone what is doubtful", async () => {
    addTrack(studio.services, "Wick", "Lamp", { durationMs: 200_000 });
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
    const { db } = studio.services;
    expect(
      db
        .select()
        .from(playlistEntries)
        .all()
        .filter(({ candidates }) => candidates.length > 0),
    ).toHaveLength(1);
  });

  it("makes of what somebody has said to be none of the library's no other track of it", async () => {
    const long = addTrack(studio.services, "Wick", "Lamp", { durationMs: 200_000 });
    const { playlist, tracks: read } = await analyze();
    await over();
    const { id: entryId } = read.find(({ candidates }) => candidates[0]?.trackId === long) ?? { id: "" };
    await studio.callVerb(decideEntry, { id: playlist.id, entryId, trackId: null });
    expect(await sync()).toEqual({ tracksAdded: 1, tracksUpdated: 0 });
    await over();
    expect(await sync()).toEqual({ tracksAdded: 0, tracksUpdated: 0 });
    expect(library().find(({ id }) => id === long)).toMatchObject({ isrcCode: null, spotifyId: null });
    expect((await studio.callVerb(getPlaylist, { id: playlist.id })).tracks.map(({ existsInLibrary }) => existsInLibrary)).toEqual([
      true,
      false,
    ]);
  });

  it("by itself goes through all playlists that were synced before, whatever one of them answers", async () => {
    const { db } = studio.services;
    db.insert(playlists)
      .values({ name: "Gone", spotifyId: "a".repeat(22), syncedAt: new Date(0) })
      .run();
    db.update(streamSettings).set({ syncFrequency: "hourly" }).run();
    await sync();
    await over();
    const { playlist } = studio.ports.spotify;
    studio.ports.spotify.playlist = async (token, id, signal) =>
      id === SPOTIFY_ID ? playlist(token, id, signal) : Promise.reject(new AppError("not-found", "gone"));
    entries = [...entries, entry("Ash")];
    studio.ports.clock.set(Date.now() + 2 * 60 * 60_000);
    await syncDue(studio.services);
    expect(
      library()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(["Ash", "Moth", "Wick"]);
  });

  it("is begun by who does not wait, and what it did is told with its state", async () => {
    expect(await studio.callVerb(startSync, { playlistId: SPOTIFY_ID })).toEqual({ spotifyId: SPOTIFY_ID });
    await over();
    expect(await jobs()).toMatchObject([{ id: SPOTIFY_ID, syncs: true, synced: { tracksAdded: 2, tracksUpdated: 0 } }]);
  });
});

describe("a track by Spotify's id", () => {
  it("is imported after a restart as well, once", async () => {
    bring();
    await analyze();
    await over();
    studio = studio.reopen();
    const bringIn = () => studio.callVerb(importTrack, { trackId: MOTH });
    const { trackId, isNew } = await bringIn();
    expect(isNew).toBe(true);
    expect(await bringIn()).toEqual({ trackId, isNew: false });
    expect(library()).toMatchObject([{ title: "Moth", spotifyUrl: "https://open.spotify.com/track/4iV5W9uYEdYUVa79Axb7Rh" }]);
    expect(await studio.refusal(importTrack, { trackId: "b".repeat(22) })).toMatchObject({ code: "not-found" });
  });
  it("that is none of the library's by somebody's word stays that", async () => {
    addTrack(studio.services, "Moth", "Lamp", { durationMs: 200_000 });
    bring();
    const { playlist, tracks: read } = await analyze();
    await over();
    await studio.callVerb(decideEntry, { id: playlist.id, entryId: read[0]?.id ?? "", trackId: null });
    expect(await studio.refusal(importTrack, { trackId: MOTH })).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("another title"),
    });
  });
});
