import type { Playlist } from "@nightjar/contract";
import { Card, cn, EmptyState } from "@nightjar/ui";
import { ListMusic } from "lucide-react";
import { plural } from "../../lib/format.ts";
import { relativeTime } from "../../lib/relative-time.ts";

const SOURCES: Readonly<Record<string, string>> = { csv: "CSV file", manual: "By hand", spotify: "Spotify" };

export interface PlaylistListProps {
  playlists: readonly Playlist[];
  chosenId: string | null;
  onOpen: (id: string) => void;
}

/** The playlists there are; one is open beside them. */
export function PlaylistList({ playlists, chosenId, onOpen }: PlaylistListProps) {
  return (
    <Card aria-labelledby="playlists" className="p-2">
      <h2 id="playlists" className="px-3 pt-3 pb-2 font-semibold tracking-tight tabular-nums">
        Playlists ({playlists.length.toLocaleString("en")})
      </h2>
      <ul className="flex flex-col gap-1">
        {playlists.map(({ id, name, trackCount, source, createdAt }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosenId}
              onClick={() => onOpen(id)}
              className={cn(
                "w-full min-w-0 rounded-lg px-3 py-2 text-left hover:bg-raised focus-visible:outline-2 focus-visible:outline-moon",
                id === chosenId && "bg-raised",
              )}
            >
              <span dir="auto" className="block truncate text-sm font-medium">
                {name}
              </span>
              <span className="block truncate text-xs text-dim tabular-nums">
                {plural(trackCount, "track")} · {SOURCES[source] ?? source} · {relativeTime(createdAt)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function NoPlaylists() {
  return (
    <Card className="border-dashed">
      <EmptyState
        icon={<ListMusic />}
        title="No playlists yet"
        text="Import a CSV file with titles and artists, best with ISRC codes: Exportify makes one of any Spotify playlist."
        className="py-20"
      />
    </Card>
  );
}
