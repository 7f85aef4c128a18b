import { Artwork, Card, CardHeader } from "@nightjar/ui";
import type { Stream } from "@nightjar/contract";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useLiveEntry } from "../../lib/live/use-live.ts";
import { trpc } from "../../lib/trpc.ts";
import { StateBadge } from "../streams/state-badge.tsx";

function Row({ stream }: { stream: Stream }) {
  const entry = useLiveEntry(stream.id);
  const track = entry?.onAir.track;
  return (
    <li>
      <Link
        to="/streaming"
        search={{ stream: stream.id }}
        className="flex items-center gap-3 px-5 py-3 -outline-offset-2 transition-colors hover:bg-raised"
      >
        <Artwork url={stream.artworkUrl} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{stream.title}</span>
          <span className="block truncate text-sm text-dim">
            {track ? `${track.title} · ${track.artist}` : (entry?.onAir.reason ?? "Nothing told yet")}
          </span>
        </span>
        <StateBadge state={entry?.onAir.state ?? "preparing"} />
        <ChevronRight aria-hidden className="size-4 shrink-0 text-dim" />
      </Link>
    </li>
  );
}

/** What airs this minute on each live stream; nothing at all while none is live. */
export function NowOnAir() {
  const streams = trpc.streams.list.useQuery();
  const live = streams.data?.filter((stream) => stream.isLive) ?? [];
  if (live.length === 0) return null;
  return (
    <Card aria-labelledby="now-on-air">
      <CardHeader id="now-on-air" title="Now on air" />
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {live.map((stream) => (
          <Row key={stream.id} stream={stream} />
        ))}
      </ul>
    </Card>
  );
}
