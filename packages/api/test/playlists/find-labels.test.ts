// The look-up of record labels, once the tracks of a playlist are kept.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { getPlaylist } from "../../src/playlists/read-playlists.ts";
import { analyzePlaylist, listPlaylistJobs } from "../../src/playlists/spotify.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { SPOTIFY_ID, bringSpotify, spotifyEntry as entry } from "../support/spotify.ts";

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
  ])("%s that fails says so, is under way no more, and leaves the tracks that are kept", async (_whose, bring) => {
    vi.spyOn(studio.services.recordings, "findLabel").mockRejectedValue(new Error("broken"));
    const { id } = await bring();
    await expect.poll(async () => (await job())?.is).toBe("failed");
    const sentence = "Record labels could not be looked up. Something went wrong. The log of the studio knows more.";
    expect(await job()).toMatchObject({ playlistId: id, sentence });
    expect(studio.ports.logged.map(({ message }) => message)).toContain("the labels of a playlist could not be looked up");
    expect(await studio.callVerb(getPlaylist, { id })).toMatchObject({ totalTracks: 1, unlabelledTracks: 1, pendingTracks: 0 });
  });
});
