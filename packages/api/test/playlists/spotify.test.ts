// What is asked of Spotify: which playlist an address is, as whom, and what it knows of a recording.
import { AppError, spotifyPlaylistIdOf, syncPlaylistInput } from "@nightjar/contract";
import { grants } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lookupIsrc } from "../../src/library/lookup-isrc.ts";
import { connectSpotify, disconnectSpotify, finishSpotifyConnect, getSpotify, tokenSource } from "../../src/playlists/spotify-account.ts";
import { analyzePlaylist, listSpotifyPlaylists } from "../../src/playlists/spotify.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { SPOTIFY_ID, bringSpotify } from "../support/spotify.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

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
    bringSpotify(studio);
    studio.services.db.update(grants).set({ lostAt: new Date() }).run();
    expect(await studio.callVerb(getSpotify, undefined)).toMatchObject({ isConnected: true, notice: expect.stringContaining("again") });
  });

  it("looks a recording up after Deezer and MusicBrainz, where neither knows it", async () => {
    bringSpotify(studio);
    const asked: string[] = [];
    for (const service of studio.ports.catalogues) {
      service.isOpen = () => true;
      service.find = async () => (asked.push(service.name), null);
    }
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
    studio.ports.spotify.find = async () => (asked.push("spotify"), { ...nothing, title: "Moth", artist: "Lamp" });
    expect(await studio.callVerb(lookupIsrc, { isrcCode: "USRC17607839" })).toMatchObject({ source: "spotify", title: "Moth" });
    expect(asked).toEqual(["deezer", "musicbrainz", "spotify"]);
  });

  it("that Spotify takes no more is not asked for a recording; any other is, as long as somebody waits", async () => {
    bringSpotify(studio);
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
