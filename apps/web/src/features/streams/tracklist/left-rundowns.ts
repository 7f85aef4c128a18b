import type { StreamId } from "@nightjar/contract";
import { readUser } from "../../../lib/session.ts";
import { createRundownStore, type RundownStore } from "./rundown-store.ts";

/** Of lists that were left with something under way, or to be taken back, each with who left it: whoever comes back finds it. */
const left = new Map<string, RundownStore>();

export interface FoundRundown {
  readonly store: RundownStore;
  /** @returns to be called when the list is left */
  readonly enter: () => () => void;
}

/** A stream's list as this account has left it, or anew: somebody else may have signed in since. */
export function findRundown(id: StreamId): FoundRundown {
  const key = `${readUser()?.id} ${id}`;
  const store = left.get(key) ?? createRundownStore(id);
  return {
    store,
    enter() {
      left.delete(key);
      // Leaving the tab must not lose the last step, nor what becomes of it.
      return () => {
        if (store.leave()) left.set(key, store);
      };
    },
  };
}
