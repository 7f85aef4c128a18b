import type { User } from "@nightjar/contract";
import { ConfirmDialog } from "@nightjar/ui";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export interface DeleteUserDialogProps {
  user: Pick<User, "id" | "email">;
  onClose: () => void;
}

/** Asks before an account is deleted. Mounted while it is open. */
export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const remove = useVerb(trpc.admin.deleteUser, { failed: ["Failed to delete user"], shown: onClose });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete User"
      text={
        <>
          Are you sure you want to delete this user? This action cannot be undone.
          <span className="mt-2 block font-medium wrap-anywhere text-ink">{user.email}</span>
        </>
      }
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.run({ userId: user.id })}
    />
  );
}
