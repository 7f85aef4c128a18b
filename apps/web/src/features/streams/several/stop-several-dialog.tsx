import type { StreamHead } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { plural } from "../../../lib/format.ts";
import { useLiveStreams, useServerNow } from "../../../lib/live/use-live.ts";
import { stopping, whatEnds } from "../state/what-ends.ts";

export interface StopSeveralDialogProps {
  streams: readonly StreamHead[];
  onStop: () => void;
  onClose: () => void;
}

/** Says of each what a Stop ends, and asks once. Mounted while it is open. */
export function StopSeveralDialog({ streams, onStop, onClose }: StopSeveralDialogProps) {
  const entries = useLiveStreams();
  const now = useServerNow(1000);
  const isOne = streams.length === 1;
  const title = isOne ? "Stop Stream" : `Stop ${plural(streams.length, "Stream")}`;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      text={
        <>
          {/* By keyboard too: a dozen of them are longer than a phone is high. */}
          <span tabIndex={0} className="mb-3 block max-h-[45dvh] overflow-y-auto rounded-sm">
            {streams.map((stream) => (
              <span key={stream.id} className="block py-1">
                <bdi className="font-medium wrap-anywhere text-ink">{stream.title}</bdi>{" "}
                {whatEnds(stream, entries.get(stream.id)?.onAir, now)}.
              </span>
            ))}
          </span>
          {stopping(streams.map(({ id }) => entries.get(id)?.onAir.state))}
        </>
      }
      cancelLabel="Keep on Air"
      confirmLabel={title}
      onConfirm={onStop}
    />
  );
}
