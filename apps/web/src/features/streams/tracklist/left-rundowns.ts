import type { StreamId } from "@nightjar/contract";
import { readUser } from "../../../lib/session.ts";
import { guardRundowns } from "./rundown-guard.ts";
import { createRundownStore, type RundownStore } from "./rundown-store.ts";

/** Of lists that are looked at, or were left with something to be done or taken back, each with whose it is: who comes back finds it. */
export const rundowns = new Map<string, RundownStore>();

export interface FoundRundown {
  readonly store: RundownStore;
  /** @returns to be called when the list is left */
  readonly enter: () => () => void;
}

/** A stream's list as this account has left it, or anew: somebody else may have signed in since. */
export function findRundown(id: StreamId): FoundRundown {
  const key = `${readUser()?.id} ${id}`;
  const store = rundowns.get(key) ?? createRundownStore(id);
  return {
    store,
    enter() {
      guardRundowns(rundowns);
      rundowns.set(key, store);
      // Leaving the tab must not lose the last step, nor what becomes of it.
      return () => {
        if (!store.leave()) rundowns.delete(key);
      };
    },
  };
}
