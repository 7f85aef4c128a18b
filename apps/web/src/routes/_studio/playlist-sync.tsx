import { createFileRoute } from "@tanstack/react-router";
import { loadPlaylists } from "../../features/playlists/load.ts";
import { PlaylistSyncPage } from "../../features/playlists/playlist-sync-page.tsx";
import { playlistSearch } from "../../features/playlists/search.ts";

export const Route = createFileRoute("/_studio/playlist-sync")({
  validateSearch: playlistSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadPlaylists(context.api, deps),
  component: PlaylistSyncPage,
});
