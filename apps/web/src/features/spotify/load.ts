import type { api } from "../../lib/trpc.ts";

export function loadSpotify(calls: typeof api): void {
  void calls.spotify.status.prefetch();
  void calls.settings.get.prefetch();
  void calls.activity.recent.prefetch();
}
