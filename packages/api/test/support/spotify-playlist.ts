import { afterEach, beforeEach, expect } from "vitest";
import { analyzePlaylist, listPlaylistJobs, syncPlaylist } from "../../src/playlists/spotify.ts";
import type { SpotifyEntry } from "../../src/ports.ts";
import { openStudio } from "./call-verb.ts";
import type { Studio } from "./call-verb.ts";
import { SPOTIFY_ID, bringSpotify, spotifyEntry } from "./spotify.ts";

export const CODES = ["USRC17607839", "USRC17607840", "USRC17607841", "USRC17607842"] as const;
const codedTracks = () => CODES.map((isrcCode, at) => spotifyEntry(`Track ${at}`, { isrcCode }));

/** What a reading holds that is cut off in its second. */
export const threePages = () => Array.from({ length: 150 }, (_, at) => spotifyEntry(`Track ${at}`));
export const READING_CANCELLED = "The reading was cancelled. Nothing of it was kept.";

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
    /** From now on the second page is asked for and not answered. @returns the pages that are asked for, and answers them */
    heldAtPageTwo() {
      const asked: number[] = [];
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const { pages } = studio.ports.spotify;
      studio.ports.spotify.pages = async function* (...call) {
        for await (const page of pages(...call)) {
          asked.push(asked.length + 1);
          if (asked.length === 2) {
            reached.resolve();
            await released.promise;
          }
          yield page;
        }
      };
      return { asked, reached: reached.promise, release: () => released.resolve() };
    },
    sync: () => studio.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID }),
  };
}
