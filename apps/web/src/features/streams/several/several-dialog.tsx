import type { StreamHead, StreamId } from "@nightjar/contract";
import { Checkbox, Dialog, Locked } from "@nightjar/ui";
import { useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { useChosen } from "../../../lib/use-chosen.ts";
import { LiveBadge } from "../state/state-badge.tsx";
import { concernedBy, type SeveralAct } from "./several.ts";
import { SeveralBar } from "./several-bar.tsx";

export interface SeveralDialogProps {
  /** With which of them it can be done is ticked at first. */
  act: SeveralAct;
  onClose: () => void;
}

/** Several streams at once, from any screen. Mounted while it is open. */
export function SeveralDialog({ act, onClose }: SeveralDialogProps) {
  const { data: streams = [] } = trpc.streams.summaries.useQuery();
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      locked={isBusy}
      title="Several Streams"
      description="What is ticked is started, stopped, skipped or moved together."
    >
      {/* It stays as they end, with what was ticked meanwhile. */}
      <Locked value={false}>{streams.length > 0 && <Ticked streams={streams} act={act} onBusy={setBusy} />}</Locked>
    </Dialog>
  );
}

interface TickedProps {
  streams: readonly StreamHead[];
  act: SeveralAct;
  onBusy: (isBusy: boolean) => void;
}

function Ticked({ streams, act, onBusy }: TickedProps) {
  const { ids, press, add, clear } = useChosen<StreamId>(concernedBy(act, streams).map(({ id }) => id));
  const all = streams.map(({ id }) => id);
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Streams" className="divide-y divide-line overflow-clip rounded-lg border border-line">
        {streams.map(({ id, title, isLive, viewerCount }) => (
          <li key={id} className="flex items-center gap-3 py-1 pr-4 pl-2">
            <Checkbox
              label=""
              aria-label={title}
              id={`several-${id}`}
              checked={ids.has(id)}
              onPress={(withShift) => press(id, withShift, all)}
            />
            <label htmlFor={`several-${id}`} className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 py-2 text-sm select-none">
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {title}
              </span>
              <LiveBadge isLive={isLive} viewerCount={viewerCount} />
            </label>
          </li>
        ))}
      </ul>
      <div className="overflow-clip rounded-lg border border-line">
        <SeveralBar
          chosen={streams.filter(({ id }) => ids.has(id))}
          streams={streams}
          onAll={() => add(all)}
          onClose={clear}
          onBusy={onBusy}
        />
      </div>
    </div>
  );
}
