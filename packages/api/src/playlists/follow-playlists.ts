import type { PlaylistId, SyncFrequency } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, playlists, streamSettings } from "@nightjar/db";
import { and, asc, eq, gt, isNotNull, lte, notInArray, or } from "drizzle-orm";
import type { Services } from "../context.ts";
import { endedGrants } from "../grants/index.ts";
import { readSpotifyPlaylist, resumeReadings } from "./read-spotify.ts";

const MINUTE_MS = 60_000;
/** Spotify tells nobody of changes: as often as it may be asked is as soon as they are known. */
const EVERY_MS: Readonly<Record<SyncFrequency, number | null>> = {
  "real-time": 5 * MINUTE_MS,
  hourly: 60 * MINUTE_MS,
  daily: 24 * 60 * MINUTE_MS,
  manual: null,
};

/**
 * Goes on with what the last process has left, and brings the playlists that somebody has synced up to date as often as the settings say.
 * @returns the way to stop
 */
export function followPlaylists(services: Services): () => void {
  const { accessTokens, covers, db, log, playlistJobs } = services;
  for (const id of endedGrants(db, "spotify")) void accessTokens.giveBack(id);
  resumeReadings(services);
  covers.fetchSoon();
  let isSyncing = false;
  const look = async () => {
    if (isSyncing) return;
    isSyncing = true;
    await syncDue(services).finally(() => (isSyncing = false));
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, "the playlists could not be brought up to date"));
  }, MINUTE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    playlistJobs.close();
    covers.close();
  };
}

/** Those whose time has come, each once. Nothing while no account is connected. One that cannot be read holds up no other, and is tried when it is due again. */
export async function syncDue(services: Services): Promise<void> {
  const { clock, db, log } = services;
  const done: PlaylistId[] = [];
  // Each takes minutes: which is the next one is asked when the one before it is done.
  for (let row = nextDue(services, done); row; row = nextDue(services, done)) {
    done.push(row.id);
    db.update(playlists)
      .set({ syncedAt: new Date(clock.nowMs()) })
      .where(eq(playlists.id, row.id))
      .run();
    try {
      if (row.spotifyId !== null) await readSpotifyPlaylist(services, row.spotifyId, { syncs: true });
    } catch (error) {
      log.warn({ err: error, spotifyId: row.spotifyId }, "a playlist could not be brought up to date");
    }
  }
}

function nextDue(services: Services, done: readonly PlaylistId[]) {
  const { id, spotifyId, syncedAt } = playlists;
  const { grantId, frequency } = settingsOf(services);
  const everyMs = EVERY_MS[frequency];
  if (grantId === null || everyMs === null) return undefined;
  const now = services.clock.nowMs();
  // By a clock that was set back since, it would not be due before that has caught up.
  const isTime = or(lte(syncedAt, new Date(now - everyMs)), gt(syncedAt, new Date(now)));
  const isDue = and(isNotNull(spotifyId), isTime, notInArray(id, [...done]));
  return services.db.select({ id, spotifyId }).from(playlists).where(isDue).orderBy(asc(syncedAt)).get();
}

const settingsOf = ({ db }: Services): { readonly grantId: string | null; readonly frequency: SyncFrequency } => {
  const { spotifyGrantId: grantId, syncFrequency: frequency } = streamSettings;
  const row = db.select({ grantId, frequency }).from(streamSettings).where(eq(streamSettings.id, STREAM_SETTINGS_ID)).get();
  return row ?? { grantId: null, frequency: "manual" };
};
