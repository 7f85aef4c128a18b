import type { User } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import type { UserChanges } from "./use-user-changes.ts";

export interface DeleteUserDialogProps {
  /** null: closed. */
  user: User | null;
  changes: UserChanges;
  onClose: () => void;
}

export function DeleteUserDialog({ user, changes, onClose }: DeleteUserDialogProps) {
  return (
    <ConfirmDialog
      open={user !== null}
      onClose={onClose}
      title="Delete User"
      text={
        <>
          Are you sure you want to delete this user? This action cannot be undone.
          <span className="mt-2 block font-medium wrap-anywhere text-ink">{user?.email}</span>
        </>
      }
      confirmLabel="Delete"
      busy={user !== null && changes.busyIds.has(user.id)}
      onConfirm={() => {
        if (user) changes.remove(user, onClose);
      }}
    />
  );
}
