// The look-up of record labels, once the tracks of a playlist are kept.
import { AppError } from "@nightjar/contract";
import { playlistEntries, streamSettings, tracks } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SpotifyEntry } from "../../src/ports.ts";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { followPlaylists } from "../../src/playlists/follow-playlists.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { analyzePlaylist, listPlaylistJobs } from "../../src/playlists/spotify.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { SPOTIFY_ID, bringLabels, bringSpotify, spotifyEntry as entry } from "../support/spotify.ts";

const CODE = "USRC17607839";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const job = async () => (await studio.callVerb(listPlaylistJobs, undefined))[0];
const analyze = async () => (await studio.callVerb(analyzePlaylist, { playlistUrl: SPOTIFY_ID })).playlist;

describe("the look-up of labels", () => {
  it.each([
    [
      "of a playlist from a file",
      () => studio.callVerb(createPlaylist, { name: "Night", entries: [{ title: "Moth", artist: "Lamp", isrcCode: CODE }] }),
    ],
    [
      "of Spotify's playlist",
      () => {
        bringSpotify(studio, () => [entry("Moth", { isrcCode: CODE })]);
        return analyze();
      },
    ],
  ] as const)("%s that fails says so, is under way no more, and leaves the tracks that are kept", async (_whose, bring) => {
    vi.spyOn(studio.services.recordings, "findLabel").mockRejectedValue(new Error("broken"));
    const { id } = await bring();
    await expect.poll(async () => (await job())?.is).toBe("failed");
    const sentence = "Record labels could not be looked up. Something went wrong. The log of the studio knows more.";
    expect(await job()).toMatchObject({ playlistId: id, sentence });
    expect(studio.ports.logged.map(({ message }) => message)).toContain("the labels of a playlist could not be looked up");
    expect(await studio.callVerb(getPlaylist, { id })).toMatchObject({ totalTracks: 1, unlabelledTracks: 1, pendingTracks: 0 });
  });
});

describe("the labels of Spotify's albums", () => {
  const codeOf = (at: number) => `USRC1${String(at).padStart(7, "0")}`;
  const never = () => new Promise<never>(() => undefined);
  let entries: SpotifyEntry[];
  /** The albums of each call. */
  let asked: (readonly string[])[];
  beforeEach(() => {
    entries = Array.from({ length: 45 }, (_, at) => entry(`Track ${at}`, { isrcCode: codeOf(at), spotifyAlbumId: `album${at}` }));
    asked = [];
    bringSpotify(studio, () => entries);
  });
  /** From now on they are told, but for one of that name. */
  const bringAlbums = () => {
    studio.ports.spotify.albumLabels = async (token, albumIds) => {
      await token();
      asked.push(albumIds);
      return new Map(albumIds.filter((albumId) => albumId !== "none").map((albumId) => [albumId, `Label of ${albumId}`]));
    };
  };
  const labels = () => {
    const { recordLabel, position } = playlistEntries;
    const rows = studio.services.db.select({ recordLabel }).from(playlistEntries).orderBy(asc(position)).all();
    return rows.map((row) => row.recordLabel);
  };
  const over = () => expect.poll(async () => (await job())?.is).toBe("done");

  it("are asked for once the tracks are kept, which nobody waits for", async () => {
    studio.ports.spotify.albumLabels = never;
    expect(await analyze()).toMatchObject({ trackCount: 45 });
    expect(await job()).toMatchObject({ is: "labels", done: 0, total: 45 });
  });

  it("are asked for twenty at a time and before anybody else, reach the library too, and are asked for no more with the next reading", async () => {
    bringAlbums();
    bringLabels(studio, never);
    const id = addTrack(studio.services, "Track 44", "Lamp");
    await analyze();
    await over();
    expect(asked.map((albumIds) => albumIds.length)).toEqual([20, 20, 5]);
    expect(labels()).toEqual(entries.map(({ spotifyAlbumId }) => `Label of ${spotifyAlbumId}`));
    expect(studio.services.db.select().from(tracks).all()).toMatchObject([{ id, recordLabel: "Label of album44", revision: 1 }]);
    expect(await job()).toMatchObject({ done: 45, total: 45, sentence: null });
    await analyze();
    await over();
    expect(asked).toHaveLength(3);
    expect(labels().every((label) => label !== null)).toBe(true);
  });

  it("are asked for once of all the tracks of an album; others tell those it does not, and nobody is asked again for what has no code", async () => {
    const spotifyAlbumId = "one";
    entries = [
      entry("A", { spotifyAlbumId, isrcCode: codeOf(1) }),
      entry("B", { spotifyAlbumId }),
      entry("C", { spotifyAlbumId: "none", isrcCode: codeOf(3) }),
      entry("D", { spotifyAlbumId: "none" }),
    ];
    bringAlbums();
    bringLabels(studio, async () => "Other");
    await analyze();
    await over();
    expect(labels()).toEqual(["Label of one", "Label of one", "Other", null]);
    await analyze();
    await over();
    expect(asked).toEqual([["one", "none"]]);
  });

  it.each([
    ["are told no more", () => Promise.resolve(null)],
    ["cannot be had now", () => Promise.reject(new AppError("unavailable", "Spotify did not answer"))],
  ] as const)("that %s are asked for once in a reading, and then of the others", async (_why, answer) => {
    let calls = 0;
    studio.ports.spotify.albumLabels = () => {
      calls++;
      return answer();
    };
    bringLabels(studio, async () => "Other");
    await analyze();
    await over();
    expect(calls).toBe(1);
    expect(labels().every((label) => label === "Other")).toBe(true);
    expect(await job()).toMatchObject({ done: 45, sentence: null });
  });

  it("that were not asked for before a restart are left to the others where no account is connected any more", async () => {
    studio.ports.spotify.albumLabels = never;
    await analyze();
    studio = studio.reopen();
    studio.services.db.update(streamSettings).set({ spotifyGrantId: null }).run();
    bringLabels(studio, async () => "Other");
    const stop = followPlaylists(studio.services);
    await over();
    stop();
    expect(labels().every((label) => label === "Other")).toBe(true);
  });
});
