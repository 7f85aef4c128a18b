import type { MediaAsset } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export interface DeleteImageDialogProps {
  asset: MediaAsset;
  onDeleted: () => void;
  onClose: () => void;
}

/** Mounted while it is open. The server refuses what a template still shows, and says which. */
export function DeleteImageDialog({ asset, onDeleted, onClose }: DeleteImageDialogProps) {
  const remove = useVerb(trpc.overlays.deleteMedia, {
    failed: ["Delete Failed", "The image could not be deleted"],
    done: () => {
      notify("Image deleted", asset.fileName);
      onDeleted();
    },
    settled: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Image"
      text={`Delete "${asset.fileName}" from the media library? This cannot be undone.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ id: asset.id })}
    />
  );
}
