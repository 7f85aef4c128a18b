import type { Stream } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

export interface DeleteStreamDialogProps {
  stream: Stream;
  onClose: () => void;
  onDeleted: () => void;
}

/** Mounted while it is open. */
export function DeleteStreamDialog({ stream, onClose, onDeleted }: DeleteStreamDialogProps) {
  const remove = useVerb(trpc.streams.delete, {
    failed: ["Delete Failed", "The stream could not be deleted"],
    done: () => {
      notify("Stream Deleted", stream.title);
      onDeleted();
    },
  });
  const text = `Are you sure you want to delete "${stream.title}"? ${stream.isLive ? "It is live and will be taken off air. " : ""}This action cannot be undone.`;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete Stream"
      text={text}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ id: stream.id })}
    />
  );
}
