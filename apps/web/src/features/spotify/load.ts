import type { api } from "../../lib/trpc.ts";

/** What was done with playlists, whatever else was done since. */
export const OF_PLAYLISTS = { of: "playlists" } as const;

export function loadSpotify(calls: typeof api): void {
  void calls.spotify.status.prefetch();
  void calls.settings.get.prefetch();
  void calls.activity.recent.prefetch(OF_PLAYLISTS);
}
