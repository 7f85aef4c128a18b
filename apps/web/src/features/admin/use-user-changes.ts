import type { User, UserStatus } from "@nightjar/contract";
import { useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { complain } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

export interface UserChanges {
  /** The ids of the rows a change is under way for. */
  readonly busyIds: ReadonlySet<string>;
  setStatus(user: User, status: UserStatus): void;
  remove(user: User, whenDone: () => void): void;
}

/** Approve, reject, revoke, delete; after any of them both lists are read again. */
export function useUserChanges(): UserChanges {
  const utils = trpc.useUtils();
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const setStatus = trpc.admin.setStatus.useMutation();
  const deleteUser = trpc.admin.deleteUser.useMutation();
  const mark = (id: string, busy: boolean) =>
    setBusyIds((before) => {
      const after = new Set(before);
      if (busy) after.add(id);
      else after.delete(id);
      return after;
    });
  const settled = async (id: string) => {
    await Promise.all([utils.admin.users.invalidate(), utils.admin.pendingUsers.invalidate()]);
    mark(id, false);
  };
  return {
    busyIds,
    setStatus(user, status) {
      mark(user.id, true);
      setStatus.mutate(
        { userId: user.id, status },
        {
          onError: (error) => complain("Failed to update user status", messageOf(error, "The server cannot be reached.")),
          onSettled: () => void settled(user.id),
        },
      );
    },
    remove(user, whenDone) {
      mark(user.id, true);
      deleteUser.mutate(
        { userId: user.id },
        {
          onSuccess: whenDone,
          onError: (error) => complain("Failed to delete user", messageOf(error, "The server cannot be reached.")),
          onSettled: () => void settled(user.id),
        },
      );
    },
  };
}
