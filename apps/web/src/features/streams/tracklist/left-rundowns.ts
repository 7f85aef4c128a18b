import type { StreamId } from "@nightjar/contract";
import { hearAdded } from "../../../lib/added-tracks.ts";
import { readUser } from "../../../lib/session.ts";
import { guardRundowns } from "./rundown-guard.ts";
import { createRundownStore, type RundownStore } from "./rundown-store.ts";

/** Of lists that are looked at, or were left with something to be done or taken back: who comes back finds it. */
export const rundowns = new Map<StreamId, RundownStore>();
/** Whose all of these are. */
let owner: string | undefined;

const signedIn = () => readUser()?.id;
const own = () => (owner === signedIn() ? rundowns : new Map<StreamId, RundownStore>());

export interface FoundRundown {
  readonly store: RundownStore;
  /** @returns to be called when the list is left */
  readonly enter: () => () => void;
}

/** A stream's list as this account has left it, or anew: somebody else may have signed in since. */
export function findRundown(id: StreamId): FoundRundown {
  const store = own().get(id) ?? createRundownStore(id);
  return {
    store,
    enter() {
      guardRundowns(own);
      hearAdded((of, entries) => own().get(of)?.added(entries));
      // Nobody else is to find in this page what somebody has done, any more than what they have read.
      if (own() !== rundowns) rundowns.clear();
      owner = signedIn();
      rundowns.set(id, store);
      // Leaving the tab must not lose the last step, nor what becomes of it.
      return () => {
        if (!store.leave()) rundowns.delete(id);
      };
    },
  };
}
