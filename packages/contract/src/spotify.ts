import { z } from "zod";
import { playlistId, trackId } from "./ids.ts";

export const INVALID_PLAYLIST_URL = "Please enter a valid Spotify playlist URL";
export const SHORT_LINK = "A short link does not say which playlist it is. Open it in a browser, and copy the address it leads to.";
/** Spotify says of its ids that they are base-62, and nothing of how long they are. */
const ID = "([A-Za-z0-9]{1,64})";
const FORMS = [
  new RegExp(`^(?:https?://)?(?:open|play)\\.spotify\\.com/(?:intl-[\\w-]+/)?(?:embed/)?(?:user/[^/]+/)?playlist/${ID}/?(?:[?#].*)?$`, "i"),
  new RegExp(`^spotify:(?:user:[^:]+:)?playlist:${ID}$`, "i"),
  // By itself one is told from any other word by being as long as they all are.
  /^([A-Za-z0-9]{22})$/,
];

/** The playlist's id in whatever form its address was copied; null: it is none. */
export function spotifyPlaylistIdOf(text: string): string | null {
  for (const form of FORMS) {
    const [, id] = form.exec(text.trim()) ?? [];
    if (id !== undefined) return id;
  }
  return null;
}

/** Why it is no playlist's address, in a sentence. */
export const playlistUrlRefusal = (text: string): string =>
  /^(?:https?:\/\/)?spotify(?:\.app)?\.link\//i.test(text.trim()) ? SHORT_LINK : INVALID_PLAYLIST_URL;

const playlistUrl = z
  .string({ error: INVALID_PLAYLIST_URL })
  .max(2000, INVALID_PLAYLIST_URL)
  .transform((text, context) => {
    const id = spotifyPlaylistIdOf(text);
    if (id !== null) return id;
    context.addIssue({ code: "custom", message: playlistUrlRefusal(text) });
    return z.NEVER;
  });

export const analyzePlaylistInput = z.object({ playlistUrl, labels: z.array(z.string().trim().min(1).max(200)).max(100).optional() });

/** A playlist of the connected account. */
export const spotifyPlaylist = z.object({
  id: z.string(),
  name: z.string(),
  coverUrl: z.string().nullable(),
  trackCount: z.number().int(),
  /** Its tracks can be read: it is the account's own, or one it works on. */
  isReadable: z.boolean(),
});
export type SpotifyPlaylist = z.infer<typeof spotifyPlaylist>;

export const spotifyStatus = z.object({
  isConfigured: z.boolean(),
  isConnected: z.boolean(),
  /** Whose account it is; null: none is connected, or it has no name. */
  accountName: z.string().nullable(),
  /** A sentence that asks to connect again; null: nothing is wrong. */
  notice: z.string().nullable(),
  /** What has to stand among the redirect addresses of the Spotify app. */
  redirectUri: z.string(),
});

export const syncPlaylistInput = z.object({
  playlistId: z.string().regex(new RegExp(`^${ID}$`), "This is no id of a Spotify playlist"),
});
export const syncResult = z.object({ tracksAdded: z.number().int(), tracksUpdated: z.number().int() });
export type SyncResult = z.infer<typeof syncResult>;

/** What is done with a playlist, and how far that is. It goes on though nobody looks, and after a restart. */
export const playlistJob = z.object({
  /** Spotify's of the playlist that is read; of one from a file, whose labels alone are looked up, its own. */
  id: z.string(),
  /** What the playlist was called when it was kept last; null: it has not been kept yet. */
  name: z.string().nullable(),
  /** reading: its tracks come · labels: record labels are looked up for those that have none · failed, cancelled: see `sentence`. */
  is: z.enum(["reading", "labels", "done", "failed", "cancelled"]),
  done: z.number().int(),
  /** null: not known yet. */
  total: z.number().int().nullable(),
  /** Once it is kept, and the library brought up to date where that was asked for. */
  playlistId: playlistId.nullable(),
  /** What went wrong, was left out or was cancelled; null: nothing. */
  sentence: z.string().nullable(),
  /** The library is brought up to date as well. */
  syncs: z.boolean(),
  /** What that did; null: it was not asked for, or is not done yet. */
  synced: syncResult.nullable(),
});
export type PlaylistJob = z.infer<typeof playlistJob>;

export const importedTrack = z.object({ trackId, isNew: z.boolean() });

export const SYNC_FREQUENCIES = ["real-time", "hourly", "daily", "manual"] as const;
export type SyncFrequency = (typeof SYNC_FREQUENCIES)[number];
