import type { Stream } from "@nightjar/contract";
import { Button, Card, cn, EmptyState } from "@nightjar/ui";
import { Radio } from "lucide-react";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { LiveSummary } from "../state/live-summary.tsx";
import { LiveBadge, StateBadge } from "../state/state-badge.tsx";
import { Cover } from "../../../layout/cover.tsx";

interface CardProps {
  stream: Stream;
  isChosen: boolean;
  onChoose: () => void;
}

function StreamCard({ stream, isChosen, onChoose }: CardProps) {
  const state = useLiveEntry(stream.id)?.onAir.state;
  // LIVE says what is wanted; the second word appears when something else is true.
  const differs = state !== undefined && state !== (stream.isLive ? "on-air" : "off");
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen ? "true" : undefined}
        onClick={onChoose}
        className={cn(
          "relative flex w-full items-center gap-3 py-3 pr-4 pl-5 text-left transition-colors -outline-offset-2",
          isChosen ? "bg-moon/10" : "hover:bg-raised",
        )}
      >
        <span aria-hidden className={cn("absolute inset-y-0 left-0 w-1", stream.isLive ? "bg-live" : "bg-transparent")} />
        <Cover url={stream.artworkUrl} className="size-12 rounded-lg" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{stream.title}</span>
          <span className="block truncate text-xs text-dim">{stream.channelName ?? stream.youtubeChannelName ?? "No channel"}</span>
          <span className="mt-1.5 flex flex-wrap items-center gap-2">
            <LiveBadge isLive={stream.isLive} viewerCount={stream.viewerCount} />
            {differs && <StateBadge state={state} />}
          </span>
        </span>
      </button>
    </li>
  );
}

export interface StreamListProps {
  streams: readonly Stream[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  onCreate: () => void;
}

/** Every stream with what is wanted of it and, where it differs, what is true. */
export function StreamList({ streams, chosenId, onChoose, onCreate }: StreamListProps) {
  return (
    <Card aria-labelledby="streams" className="overflow-hidden">
      <div className="flex items-center justify-between gap-3 px-5 py-4">
        <h2 id="streams" className="font-semibold tracking-tight tabular-nums">
          Streams ({streams.length})
        </h2>
        <LiveSummary streams={streams} />
      </div>
      <div className="border-t border-line">
        {streams.length === 0 && (
          <EmptyState
            icon={<Radio />}
            title="No streams yet"
            text="A stream plays its tracklist around the clock."
            action={<Button onClick={onCreate}>Create a stream</Button>}
          />
        )}
        {streams.length > 0 && (
          <ul className="divide-y divide-line xl:max-h-[calc(100dvh-12rem)] xl:overflow-y-auto">
            {streams.map((stream) => (
              <StreamCard key={stream.id} stream={stream} isChosen={stream.id === chosenId} onChoose={() => onChoose(stream.id)} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
