import { afterEach, beforeEach, expect } from "vitest";
import { analyzePlaylist, listPlaylistJobs, syncPlaylist } from "../../src/playlists/spotify.ts";
import type { SpotifyEntry } from "../../src/ports.ts";
import { openStudio } from "./call-verb.ts";
import type { Studio } from "./call-verb.ts";
import { SPOTIFY_ID, bringSpotify, spotifyEntry } from "./spotify.ts";

export const CODES = ["USRC17607839", "USRC17607840", "USRC17607841", "USRC17607842"] as const;
const codedTracks = () => CODES.map((isrcCode, at) => spotifyEntry(`Track ${at}`, { isrcCode }));

export const never = () => new Promise<never>(() => undefined);

/** A studio for each test of a file, with a playlist of Spotify's. @param first what that holds, until a test says otherwise */
export function playlistGround(first: () => readonly SpotifyEntry[] = codedTracks) {
  let studio: Studio;
  const far = { entries: first() };
  const bring = () => bringSpotify(studio, () => far.entries);
  beforeEach(async () => {
    studio = await openStudio();
    far.entries = first();
    bring();
  });
  afterEach(() => studio.close());
  const reopen = () => void (studio = studio.reopen());
  const jobs = () => studio.callVerb(listPlaylistJobs, undefined);
  return {
    get studio() {
      return studio;
    },
    ...{ bring, far, jobs, reopen },
    /** As if the process had been ended, and another begun. */
    restart() {
      reopen();
      bring();
    },
    /** Waits until that is what the reading is. */
    until: (is: string) => expect.poll(async () => (await jobs())[0]?.is).toBe(is),
    analyze: (how: { readonly playlistUrl?: string; readonly labels?: string[] } = {}) =>
      studio.callVerb(analyzePlaylist, { playlistUrl: SPOTIFY_ID, ...how }),
    sync: () => studio.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID }),
  };
}
