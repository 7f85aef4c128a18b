import { createFileRoute } from "@tanstack/react-router";
import { ListMusic } from "lucide-react";
import { Coming } from "../../layout/coming.tsx";

export const Route = createFileRoute("/_studio/playlist-sync")({
  component: () => (
    <Coming
      title="Playlist Sync"
      subtitle="Sync playlists from a music streaming service"
      icon={ListMusic}
      what="Here you will analyse a playlist, filter it by record label and import its tracks."
    />
  ),
});
