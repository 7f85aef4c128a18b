import { Card, CardHeader } from "@nightjar/ui";
import type { StreamHead, WallStream } from "@nightjar/contract";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import type { LiveEntry } from "../../lib/live/live-store.ts";
import { useLiveStreams, useNow } from "../../lib/live/use-live.ts";
import { trpc } from "../../lib/trpc.ts";
import { ConditionLine } from "../streams/state/conditions.tsx";
import { LiveSummary } from "../streams/state/live-summary.tsx";
import { StateBadge } from "../streams/state/state-badge.tsx";
import { StillOrder } from "../streams/state/still-order.ts";
import { urgencyOf } from "../streams/state/urgency.ts";
import { Cover } from "../../layout/cover.tsx";
import type { ToldPicture } from "../wall/newest-picture.ts";
import { PictureAge, SentPicture } from "../wall/sent-picture.tsx";
import { useArrived } from "../wall/use-arrived.ts";
import { useLook } from "../wall/use-look.ts";

const TICK_MS = 1000;

interface RowProps {
  stream: StreamHead;
  entry: LiveEntry | undefined;
  picture: WallStream["picture"] | undefined;
  /** When the picture was told of. */
  lookAtMs: number;
}

/** The clock is its own: nothing else in the card counts. */
function AgeNow({ picture }: { picture: ToldPicture | null }) {
  return <PictureAge picture={picture} nowMs={useNow(TICK_MS)} isShort className="absolute bottom-1 left-1" />;
}

function Row({ stream, entry, picture, lookAtMs }: RowProps) {
  const { track = null, reason = null, conditions = [], sessionId = null } = entry?.onAir ?? {};
  const place = useRef<HTMLLIElement>(null);
  const arrived = useArrived(place, { isLive: stream.isLive, sessionId, picture, atMs: lookAtMs });
  const playing = track && (
    <span className="name-line">
      <bdi>{track.title}</bdi> · <bdi>{track.artist}</bdi>
    </span>
  );
  return (
    <li ref={place}>
      <Link
        to="/streaming"
        search={{ stream: stream.id }}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-5 py-3 -outline-offset-2 transition-colors hover:bg-raised sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]"
      >
        <span className="relative w-28 max-sm:w-20">
          <SentPicture picture={arrived} without={<Cover url={stream.artworkUrl} />} className="rounded-lg" />
          <AgeNow picture={arrived} />
        </span>
        <span className="min-w-0">
          <span dir="auto" className="block truncate text-sm font-medium">
            {stream.title}
          </span>
          <span className="block truncate text-sm text-dim">
            {/* A condition says what the reason says, and where. */}
            {(conditions.length > 0 ? (playing ?? reason) : (reason ?? playing)) ?? "Nothing told yet"}
          </span>
          <ConditionLine conditions={conditions} />
        </span>
        <span className="flex max-sm:col-start-2 max-sm:row-start-2">
          <StateBadge state={entry?.onAir.state ?? "preparing"} />
        </span>
        <ChevronRight aria-hidden className="size-4 text-dim max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1" />
      </Link>
    </li>
  );
}

/** What airs this minute on each live stream; nothing at all while none is live. */
export function NowOnAir() {
  const streams = trpc.streams.summaries.useQuery();
  const entries = useLiveStreams();
  const urgency = ({ id }: StreamHead) => urgencyOf(entries.get(id)?.onAir);
  const [order] = useState(() => new StillOrder());
  const urgentFirst = (streams.data ?? []).filter((stream) => stream.isLive).toSorted((a, b) => urgency(a) - urgency(b));
  const live = order.of(urgentFirst);
  const look = useLook({ isWanted: live.length > 0 });
  if (live.length === 0) return null;
  return (
    <Card aria-labelledby="now-on-air">
      <CardHeader id="now-on-air" title="Now on air" aside={<LiveSummary streams={live} />} />
      <ul onPointerMove={order.moved} onPointerDown={order.moved} className="mt-3 divide-y divide-line border-t border-line">
        {live.map((stream) => (
          <Row
            key={stream.id}
            stream={stream}
            entry={entries.get(stream.id)}
            picture={look.streams.get(stream.id)?.picture}
            lookAtMs={look.atMs}
          />
        ))}
      </ul>
    </Card>
  );
}
