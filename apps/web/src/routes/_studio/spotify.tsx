import { createFileRoute } from "@tanstack/react-router";
import { AudioLines } from "lucide-react";
import { Coming } from "../../layout/coming.tsx";

export const Route = createFileRoute("/_studio/spotify")({
  component: () => (
    <Coming
      title="Spotify"
      subtitle="Connection and playlists"
      icon={AudioLines}
      what="Here you will connect a Spotify account and keep its playlists in step with your library."
    />
  ),
});
