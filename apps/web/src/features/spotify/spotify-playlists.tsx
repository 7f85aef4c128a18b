import { Badge, Button, EmptyState } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { ListMusic, RefreshCw } from "lucide-react";
import { Cover } from "../../layout/cover.tsx";
import { plural } from "../../lib/format.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

const FOREIGN =
  "Spotify lets nobody read the tracks of a playlist that is somebody else's. Copy them into one of your own, or import a CSV file.";

/** The account's playlists, each with its Sync. */
export function SpotifyPlaylists() {
  const [playlists] = trpc.spotify.playlists.useSuspenseQuery();
  const sync = useVerb(trpc.spotify.sync, {
    failed: ["Sync Failed", "Could not sync playlist from Spotify", "always"],
    done: ({ tracksAdded, tracksUpdated }) => notify("Sync Successful", `Added ${tracksAdded} tracks, updated ${tracksUpdated}`),
  });
  if (playlists.length === 0) {
    return (
      <EmptyState icon={<ListMusic />} title="No playlists" text="This account has none yet. Make one at Spotify, and it is listed here." />
    );
  }
  return (
    <ul className="pt-3">
      {playlists.map(({ id, name, coverUrl, trackCount, isReadable }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
          <Cover url={coverUrl} className="size-10 rounded-md" />
          <div className="min-w-0 flex-1 basis-40">
            <p className="truncate text-sm font-medium">{name}</p>
            <p className="text-xs text-dim tabular-nums">{plural(trackCount, "track")}</p>
            {!isReadable && <p className="text-xs text-soft">{FOREIGN}</p>}
          </div>
          {isReadable ? (
            <Button
              size="sm"
              aria-label={`Sync ${name}`}
              busy={sync.isPending && sync.input?.playlistId === id}
              disabled={sync.isPending}
              onClick={() => sync.run({ playlistId: id })}
            >
              <RefreshCw aria-hidden />
              Sync
            </Button>
          ) : (
            <Badge>Somebody else's</Badge>
          )}
        </li>
      ))}
      <li className="border-t border-line px-5 pt-3 text-sm">
        <Link to="/playlist-sync" className="text-moon underline underline-offset-4">
          See what was synced, and filter it by record label
        </Link>
      </li>
    </ul>
  );
}
