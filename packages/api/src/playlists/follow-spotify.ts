import type { SyncFrequency } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, playlists, streamSettings } from "@nightjar/db";
import { eq, isNotNull } from "drizzle-orm";
import { commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { endedGrants } from "../grants/index.ts";
import { bringUpToDate } from "./spotify.ts";
import { readSpotifyPlaylist } from "./read-spotify.ts";

const MINUTE_MS = 60_000;
/** Spotify tells nobody of changes: as often as it may be asked is as soon as they are known. */
const EVERY_MS: Readonly<Record<SyncFrequency, number | null>> = {
  "real-time": 5 * MINUTE_MS,
  hourly: 60 * MINUTE_MS,
  daily: 24 * 60 * MINUTE_MS,
  manual: null,
};

/** Brings the playlists that came from Spotify up to date, as often as the settings say. @returns the way to stop */
export function followSpotify(services: Services): () => void {
  const { accessTokens, clock, db, log, playlistJobs } = services;
  for (const id of endedGrants(db, "spotify")) void accessTokens.giveBack(id);
  let syncedAtMs = clock.nowMs();
  let isSyncing = false;
  const look = async () => {
    const everyMs = EVERY_MS[frequencyOf(services)];
    if (everyMs === null || isSyncing || clock.nowMs() - syncedAtMs < everyMs) return;
    isSyncing = true;
    syncedAtMs = clock.nowMs();
    try {
      await syncAll(services);
    } finally {
      isSyncing = false;
    }
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, "the playlists could not be brought up to date"));
  }, MINUTE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    playlistJobs.close();
  };
}

/** Nothing while no account is connected. One that cannot be read holds up no other. */
export async function syncAll(services: Services): Promise<void> {
  const { clock, db, log } = services;
  const rows = db.select({ spotifyId: playlists.spotifyId }).from(playlists).where(isNotNull(playlists.spotifyId)).all();
  const { grantId } = db.select({ grantId: streamSettings.spotifyGrantId }).from(streamSettings).get() ?? { grantId: null };
  if (grantId === null) return;
  for (const { spotifyId } of rows) {
    if (spotifyId === null) continue;
    try {
      const id = await readSpotifyPlaylist(services, spotifyId);
      commit(services, (tx) => bringUpToDate(tx, id, new Date(clock.nowMs())));
    } catch (error) {
      log.warn({ err: error, spotifyId }, "a playlist could not be brought up to date");
    }
  }
}

const frequencyOf = ({ db }: Services): SyncFrequency =>
  db.select({ syncFrequency: streamSettings.syncFrequency }).from(streamSettings).where(eq(streamSettings.id, STREAM_SETTINGS_ID)).get()
    ?.syncFrequency ?? "manual";
