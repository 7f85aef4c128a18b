import { Badge, Card, EmptyState, InSilence } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { LayoutGrid } from "lucide-react";
import { useState } from "react";
import { Reading } from "../../layout/reading.tsx";
import { age, clockTime } from "../../lib/format.ts";
import { useConnection, useHeardAtMs, useIsHeard, useLiveStreams, useNow } from "../../lib/live/use-live.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { LiveSummary } from "../streams/state/live-summary.tsx";
import { StillOrder } from "../streams/state/still-order.ts";
import { wallOrder } from "./order.ts";
import { Tile } from "./tile.tsx";
import { Tiles } from "./tiles.tsx";
import { useLook } from "./use-look.ts";

const TICK_MS = 1000;

/** /wall: every stream at once, what is wrong first. It fills the window: twenty stand on a screen. */
export function WallPage() {
  usePageTitle("Wall");
  return (
    <div data-fills className="px-4 pt-4 pb-[calc(1rem+var(--player-height,0px))] sm:px-6">
      <Reading loading="Loading streams..." failed="The streams could not be read">
        <Wall />
      </Reading>
    </div>
  );
}

/** @param atMs 0: never */
const failingText = (atMs: number) =>
  atMs === 0 ? "The pictures could not be read" : `No new pictures since ${clockTime(new Date(atMs).toISOString())}`;

function Wall() {
  const [streams] = trpc.streams.summaries.useSuspenseQuery();
  const entries = useLiveStreams();
  const nowMs = useNow(TICK_MS);
  const [order] = useState(() => new StillOrder());
  const look = useLook({ isWanted: streams.some(({ isLive }) => isLive) });
  const isHeard = useIsHeard();
  const isLost = useConnection() === "lost";
  const heardAtMs = useHeardAtMs() ?? 0;
  return (
    <>
      <header className="mb-2.5 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold tracking-tight">Wall</h1>
        <div className="flex flex-wrap gap-2">
          <p role="status">
            {isLost && (
              <Badge tone="warn">
                {heardAtMs === 0 ? (
                  "Not connected"
                ) : (
                  <>
                    Not connected since {clockTime(new Date(heardAtMs).toISOString())}, <InSilence>{age(nowMs - heardAtMs)}</InSilence>
                  </>
                )}
              </Badge>
            )}
            {isHeard && look.isFailing && <Badge tone="warn">{failingText(look.atMs)}</Badge>}
          </p>
          <LiveSummary streams={streams} />
        </div>
      </header>
      {streams.length === 0 ? (
        <Card>
          <EmptyState
            icon={<LayoutGrid />}
            title="No streams yet"
            text="Every stream stands here, with a picture of what is sent."
            action={
              <Link to="/streaming" className="text-sm text-moon underline underline-offset-4">
                Create a stream
              </Link>
            }
          />
        </Card>
      ) : (
        <Tiles count={streams.length} isLost={isLost} onPointer={order.moved}>
          {order.of(wallOrder(streams, entries)).map((stream) => (
            <Tile
              key={stream.id}
              stream={stream}
              entry={entries.get(stream.id)}
              look={look.streams.get(stream.id)}
              lookAtMs={look.atMs}
              nowMs={isHeard ? nowMs : Math.max(heardAtMs, look.atMs)}
            />
          ))}
        </Tiles>
      )}
    </>
  );
}
