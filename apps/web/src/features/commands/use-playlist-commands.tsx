import type { Playlist } from "@nightjar/contract";
import { useNavigate } from "@tanstack/react-router";
import { ListMusic, RefreshCw, Trash2, Upload } from "lucide-react";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import type { Command } from "./command.ts";
import { CsvDialog, DeletePlaylistDialog } from "./dialogs.ts";

interface PlaylistActs {
  readonly open: (id: string) => void;
  /** null: no Spotify account is connected. */
  readonly sync: ((playlistId: string) => void) | null;
}

function onPlaylist(playlist: Playlist, { open, sync }: PlaylistActs): readonly Command[] {
  const { id, name, spotifyId } = playlist;
  const of = (deed: string, command: Omit<Command, "id">): Command => ({ id: `${deed} ${id}`, isMany: true, ...command });
  return [
    of("playlist", { label: name, words: "playlist tracks record labels import", icon: <ListMusic />, run: () => open(id) }),
    ...(sync === null || spotifyId === null
      ? []
      : [of("sync", { label: `Sync ${name}`, words: "playlist Spotify", icon: <RefreshCw />, run: () => sync(spotifyId) })]),
    of("delete", {
      ...{ label: `Delete the playlist ${name}`, words: "remove", icon: <Trash2 /> },
      run: () => (close) => <DeletePlaylistDialog playlist={playlist} onClose={close} onDeleted={close} />,
    }),
  ];
}

/** Playlists that were brought in, and what can be done to each. */
export function usePlaylistCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { data: playlists = [] } = trpc.playlists.list.useQuery();
  const { data: spotify } = trpc.spotify.status.useQuery();
  const { run } = useVerb(trpc.spotify.startSync, {
    failed: ["Sync Failed", "Could not sync playlist from Spotify", "always"],
    // It takes a while: how far it is and what it did stand there, beside the playlist.
    done: () => void navigate({ to: "/spotify", hash: "spotify-playlists" }),
  });
  const acts: PlaylistActs = {
    open: (playlist) => void navigate({ to: "/playlist-sync", search: { playlist } }),
    sync: spotify?.isConnected === true ? (playlistId) => run({ playlistId }) : null,
  };
  return [
    {
      ...{ id: "import-csv", label: "Import CSV", words: "playlist file Exportify new", icon: <Upload /> },
      run: () => (close) => <CsvDialog onClose={close} onMade={acts.open} />,
    },
    ...playlists.flatMap((playlist) => onPlaylist(playlist, acts)),
  ];
}
