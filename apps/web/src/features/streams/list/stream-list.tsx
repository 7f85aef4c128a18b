import type { StreamHead, StreamId } from "@nightjar/contract";
import { Button, Card, Checkbox, cn, EmptyState } from "@nightjar/ui";
import { Radio } from "lucide-react";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { leavesFocus } from "../../../layout/leaves-focus.ts";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { useChosen } from "../../../lib/use-chosen.ts";
import { LiveSummary } from "../state/live-summary.tsx";
import { LiveBadge, StateBadge } from "../state/state-badge.tsx";
import { Cover } from "../../../layout/cover.tsx";

// Like a dialog, it comes with the first tick.
const SeveralBar = laterDialog(async () => (await import("../several/several-bar.tsx")).SeveralBar);

interface CardProps {
  stream: StreamHead;
  isChosen: boolean;
  onChoose: () => void;
  isTicked: boolean;
  /** null: there is but one. */
  onTick: ((withShift: boolean) => void) | null;
}

function StreamCard({ stream, isChosen, onChoose, isTicked, onTick }: CardProps) {
  const state = useLiveEntry(stream.id)?.onAir.state;
  // LIVE says what is wanted; the second word appears when something else is true.
  const differs = state !== undefined && state !== (stream.isLive ? "on-air" : "off");
  return (
    <li className={cn("relative flex transition-colors", isChosen ? "bg-moon/10" : "hover:bg-raised")}>
      <span aria-hidden className={cn("absolute inset-y-0 left-0 w-1", stream.isLive ? "bg-live" : "bg-transparent")} />
      {onTick && <Checkbox label="" aria-label={`Choose ${stream.title}`} checked={isTicked} onPress={onTick} className="pr-1 pl-5" />}
      <button
        type="button"
        aria-current={isChosen ? "true" : undefined}
        onClick={onChoose}
        className={cn("flex min-w-0 flex-1 items-center gap-3 py-3 pr-4 text-left -outline-offset-2", onTick ? "pl-2" : "pl-5")}
      >
        <Cover url={stream.artworkUrl} className="size-12 rounded-lg" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-sm font-medium">
            {stream.title}
          </span>
          <span dir="auto" className="block truncate text-xs text-dim">
            {stream.channelName ?? stream.youtubeChannelName ?? "No channel"}
          </span>
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
  streams: readonly StreamHead[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  onCreate: () => void;
}

/** Every stream with what is wanted of it and, where it differs, what is true. */
export function StreamList({ streams, chosenId, onChoose, onCreate }: StreamListProps) {
  const { ids, press, add, clear } = useChosen<StreamId>();
  const all = streams.map(({ id }) => id);
  const ticked = streams.filter(({ id }) => ids.has(id));
  return (
    <Card aria-labelledby="streams" className="overflow-clip xl:flex xl:max-h-[calc(100dvh-7.5rem)] xl:flex-col">
      <div className="flex items-center justify-between gap-3 px-5 py-4">
        <h2 id="streams" className="font-semibold tracking-tight tabular-nums">
          Streams ({streams.length})
        </h2>
        <LiveSummary streams={streams} />
      </div>
      {ticked.length > 0 && (
        // In reach while a long list is scrolled on a phone, below the bar of the page.
        <div
          ref={leavesFocus}
          className="border-t border-line max-xl:sticky max-xl:top-0 max-xl:z-10 max-xl:max-h-[70dvh] max-xl:overflow-y-auto max-lg:top-14"
        >
          <SeveralBar chosen={ticked} streams={streams} onAll={() => add(all)} onClose={clear} />
        </div>
      )}
      <div className="border-t border-line xl:min-h-0 xl:overflow-y-auto">
        {streams.length === 0 && (
          <EmptyState
            icon={<Radio />}
            title="No streams yet"
            text="A stream plays its tracklist around the clock."
            action={<Button onClick={onCreate}>Create a stream</Button>}
          />
        )}
        {streams.length > 0 && (
          <ul className="divide-y divide-line">
            {streams.map((stream) => (
              <StreamCard
                key={stream.id}
                stream={stream}
                isChosen={stream.id === chosenId}
                onChoose={() => onChoose(stream.id)}
                isTicked={ids.has(stream.id)}
                onTick={streams.length > 1 ? (withShift) => press(stream.id, withShift, all) : null}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
