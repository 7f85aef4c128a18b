import type { Playlist } from "@nightjar/contract";
import { useNavigate } from "@tanstack/react-router";
import { ListMusic, RefreshCw, Trash2, Upload } from "lucide-react";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import type { Command } from "./command.ts";
import { CsvDialog, DeletePlaylistDialog } from "./dialogs.ts";
import { useAsOpened } from "./use-as-opened.ts";

function onPlaylist(playlist: Playlist, open: (id: string) => void): readonly Command[] {
  const { id, name } = playlist;
  const of = (deed: string, command: Omit<Command, "id">): Command => ({ id: `${deed} ${id}`, isMany: true, ...command });
  return [
    of("playlist", { label: name, words: "playlist tracks record labels import", icon: <ListMusic />, run: () => open(id) }),
    of("delete", {
      ...{ label: `Delete the playlist ${name}`, words: "remove", icon: <Trash2 /> },
      run: () => (close) => <DeletePlaylistDialog playlist={playlist} onClose={close} onDeleted={close} />,
    }),
  ];
}

/** Playlists that were brought in, and what can be done to each. */
export function usePlaylistCommands(): readonly Command[] {
  const navigate = useNavigate();
  const list = trpc.playlists.list.useQuery();
  const playlists = useAsOpened(list) ?? [];
  const { data: spotify } = trpc.spotify.status.useQuery();
  // As on its screen: those of the account that it lets us read. Any other was only looked at, and would be followed from then on.
  const followed = trpc.spotify.playlists.useQuery(undefined, { enabled: spotify?.isConnected === true });
  const own = useAsOpened(followed) ?? [];
  const { run } = useVerb(trpc.spotify.startSync, {
    failed: ["Sync Failed", "Could not sync playlist from Spotify", "always"],
    // It takes a while: how far it is and what it did stand there, beside the playlist.
    done: () => void navigate({ to: "/spotify", hash: "spotify-playlists" }),
  });
  const open = (playlist: string) => void navigate({ to: "/playlist-sync", search: { playlist } });
  return [
    {
      ...{ id: "import-csv", label: "Import CSV", words: "playlist file Exportify new", icon: <Upload /> },
      run: () => (close) => <CsvDialog onClose={close} onMade={open} />,
    },
    ...playlists.flatMap((playlist) => onPlaylist(playlist, open)),
    ...own
      .filter(({ isReadable }) => isReadable)
      .map(({ id, name }): Command => ({
        ...{ id: `sync ${id}`, isMany: true, label: `Sync ${name}`, words: "playlist Spotify", icon: <RefreshCw /> },
        run: () => run({ playlistId: id }),
      })),
  ];
}
