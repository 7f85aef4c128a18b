import type { StreamHead } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { useLiveEntry, useServerNow } from "../../../lib/live/use-live.ts";
import { isEnding, stopping, whatEnds } from "../state/what-ends.ts";

export interface StopDialogProps {
  stream: StreamHead;
  onStop: () => void;
  onClose: () => void;
}

/** Says what a Stop ends, and asks. Mounted while it is open. */
export function StopDialog({ stream, onStop, onClose }: StopDialogProps) {
  const onAir = useLiveEntry(stream.id)?.onAir;
  const now = useServerNow(1000);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Stop Stream"
      text={
        <>
          <bdi className="font-medium wrap-anywhere text-ink">{stream.title}</bdi> {whatEnds(stream, onAir, now)}.{" "}
          {stopping([onAir?.state])}
        </>
      }
      cancelLabel={isEnding(onAir?.state) ? "Keep on Air" : "Cancel"}
      confirmLabel="Stop Stream"
      onConfirm={onStop}
    />
  );
}
