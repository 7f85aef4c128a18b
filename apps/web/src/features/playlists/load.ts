import { playlistId } from "@nightjar/contract";
import type { api } from "../../lib/trpc.ts";
import type { PlaylistSearch } from "./search.ts";

/** The chosen playlist is asked for before it is known that there is such a one. */
export function loadPlaylists(calls: typeof api, { playlist, labels = [] }: PlaylistSearch): void {
  void calls.playlists.list.prefetch();
  void calls.spotify.status.prefetch();
  const { data: id } = playlistId.safeParse(playlist);
  if (id !== undefined) void calls.playlists.get.prefetch({ id, labels: [...labels] });
}
