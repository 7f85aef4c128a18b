import type { Playlist } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export interface DeletePlaylistDialogProps {
  playlist: Pick<Playlist, "id" | "name">;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a playlist is deleted. Mounted while it is open. */
export function DeletePlaylistDialog({ playlist: { id, name }, onClose, onDeleted }: DeletePlaylistDialogProps) {
  const remove = useVerb(trpc.playlists.delete, {
    failed: ["Error", "The playlist could not be deleted"],
    shown: () => {
      notify("Playlist Deleted", name);
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete playlist?"
      text={`“${name}” is removed from this list. Tracks that were imported from it stay in the library.`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ id })}
    />
  );
}
