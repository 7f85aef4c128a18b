import type { StreamHead } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { useLiveEntry, useServerNow } from "../../../lib/live/use-live.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { deletionEnds } from "../state/what-ends.ts";

export interface DeleteStreamDialogProps {
  stream: StreamHead;
  onClose: () => void;
}

/** Mounted while it is open. */
export function DeleteStreamDialog({ stream, onClose }: DeleteStreamDialogProps) {
  const remove = useVerb(trpc.streams.delete, {
    failed: ["Delete Failed", "The stream could not be deleted"],
    done: () => {
      notify("Stream Deleted", stream.title);
      onClose();
    },
  });
  const onAir = useLiveEntry(stream.id)?.onAir;
  const now = useServerNow(1000);
  const live = stream.isLive ? `It ${deletionEnds(stream, onAir, now)}. ` : "";
  const text = `Are you sure you want to delete "${stream.title}"? ${live}This action cannot be undone.`;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Stream"
      text={text}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ id: stream.id })}
    />
  );
}
