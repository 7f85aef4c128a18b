import type { Track } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

/** Mounted while it is open. */
export function DeleteTrackDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const utils = trpc.useUtils();
  const remove = trpc.tracks.delete.useMutation({
    onSuccess: () => {
      notify("Track deleted", `${track.title} by ${track.artist}`);
      void utils.tracks.invalidate();
      void utils.streams.invalidate();
      onClose();
    },
    onError: (error) => complain("Delete failed", messageOf(error, "Failed to delete track. Please try again.")),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete Track"
      text={`Are you sure you want to delete "${track.title}" by ${track.artist}? This action cannot be undone and will permanently remove the track from your library.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: track.id })}
    />
  );
}
