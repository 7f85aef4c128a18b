import type { User, UserStatus } from "@nightjar/contract";
import { useState } from "react";
import { tellAccess } from "../../lib/tell-access.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export interface UserChanges {
  /** What is under way, by the ids of the rows. */
  readonly underWay: ReadonlyMap<string, UserStatus>;
  setStatus(user: User, status: UserStatus): void;
}

/** Approve, reject, revoke; a row is busy until both lists were read again. */
export function useUserChanges(): UserChanges {
  const [underWay, setUnderWay] = useState<ReadonlyMap<string, UserStatus>>(new Map());
  const settled = ({ userId }: { userId: string }) => setUnderWay((before) => new Map([...before].filter(([id]) => id !== userId)));
  const setStatus = useVerb(trpc.admin.setStatus, { failed: ["Failed to update user status"], settled });
  return {
    underWay,
    setStatus(user, status) {
      setUnderWay((before) => new Map([...before, [user.id, status]]));
      setStatus.run({ userId: user.id, status }, () => tellAccess(user, status));
    },
  };
}
