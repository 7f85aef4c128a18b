import type { User, UserStatus } from "@nightjar/contract";
import { useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export interface UserChanges {
  /** The ids of the rows a change is under way for. */
  readonly busyIds: ReadonlySet<string>;
  setStatus(user: User, status: UserStatus): void;
}

/** Approve, reject, revoke; a row is busy until both lists were read again. */
export function useUserChanges(): UserChanges {
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const mark = (id: string, busy: boolean) =>
    setBusyIds((before) => {
      const after = new Set(before);
      if (busy) after.add(id);
      else after.delete(id);
      return after;
    });
  const settled = ({ userId }: { userId: string }) => mark(userId, false);
  const setStatus = useVerb(trpc.admin.setStatus, { failed: ["Failed to update user status"], settled });
  return {
    busyIds,
    setStatus(user, status) {
      mark(user.id, true);
      setStatus.run({ userId: user.id, status });
    },
  };
}
