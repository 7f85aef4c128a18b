import type { MediaAsset } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

export interface DeleteImageDialogProps {
  asset: MediaAsset;
  onDeleted: () => void;
  onClose: () => void;
}

/** Mounted while it is open. The server refuses what a template still shows, and says which. */
export function DeleteImageDialog({ asset, onDeleted, onClose }: DeleteImageDialogProps) {
  const utils = trpc.useUtils();
  const remove = trpc.overlays.deleteMedia.useMutation({
    onSuccess: () => {
      notify("Image deleted", asset.fileName);
      onDeleted();
    },
    onError: (error) => complain("Delete Failed", messageOf(error, "The image could not be deleted")),
    onSettled: () => {
      void utils.overlays.media.invalidate();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete Image"
      text={`Delete "${asset.fileName}" from the media library? This cannot be undone.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: asset.id })}
    />
  );
}
