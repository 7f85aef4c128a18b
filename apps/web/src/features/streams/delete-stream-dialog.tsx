import type { Stream } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

export interface DeleteStreamDialogProps {
  stream: Stream;
  onClose: () => void;
  onDeleted: () => void;
}

/** Mounted while it is open. */
export function DeleteStreamDialog({ stream, onClose, onDeleted }: DeleteStreamDialogProps) {
  const utils = trpc.useUtils();
  const remove = trpc.streams.delete.useMutation({
    onSuccess: () => {
      notify("Stream Deleted", stream.title);
      onDeleted();
      void utils.streams.list.invalidate();
      void utils.settings.invalidate();
    },
    onError: (error) => complain("Delete Failed", messageOf(error, "The stream could not be deleted")),
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
      onConfirm={() => remove.mutate({ id: stream.id })}
    />
  );
}
