import type { Stream } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { useLiveEntry, useNow } from "../../../lib/live/use-live.ts";
import { whatEnds } from "../state/what-ends.ts";

export interface StopDialogProps {
  stream: Stream;
  onStop: () => void;
  onClose: () => void;
}

/** Says what a Stop ends, and asks. Mounted while it is open. */
export function StopDialog({ stream, onStop, onClose }: StopDialogProps) {
  const startedAt = useLiveEntry(stream.id)?.onAir.startedAt ?? null;
  const now = useNow(1000);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Stop Stream"
      text={
        <>
          <span className="font-medium wrap-anywhere text-ink">{stream.title}</span> is {whatEnds(stream, startedAt, now)}. Stopping takes
          it off the air at once, wherever it is sent.
        </>
      }
      cancelLabel="Keep on Air"
      confirmLabel="Stop Stream"
      onConfirm={onStop}
    />
  );
}
