import { createFileRoute } from "@tanstack/react-router";
import { loadSpotify } from "../../features/spotify/load.ts";
import { SpotifyPage } from "../../features/spotify/spotify-page.tsx";

export const Route = createFileRoute("/_studio/spotify")({
  loader: ({ context }) => loadSpotify(context.api),
  component: SpotifyPage,
});
