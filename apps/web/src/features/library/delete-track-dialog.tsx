import type { Track, TrackId } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export interface DeleteTrackDialogProps {
  track: Track;
  onDeleted?: (id: TrackId) => void;
  onClose: () => void;
}

/** Mounted while it is open. */
export function DeleteTrackDialog({ track, onDeleted, onClose }: DeleteTrackDialogProps) {
  const remove = useVerb(trpc.tracks.delete, {
    failed: ["Delete failed", "Failed to delete track. Please try again."],
    done: () => {
      notify("Track deleted", `${track.title} by ${track.artist}`);
      onDeleted?.(track.id);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Track"
      text={`Are you sure you want to delete "${track.title}" by ${track.artist}? This action cannot be undone and will permanently remove the track from your library.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ id: track.id })}
    />
  );
}
