import type { StreamId } from "@nightjar/contract";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { failedOrMet } from "../state/failed-or-met.ts";

/** What is said where an address and its key could not be stored. */
export const failedToSave = (id: StreamId) => failedOrMet(id, ["Stream Key Setup Failed", "The destination could not be saved"]);

const KEY = "Its key will not be shown again.";
export const tellSaved = () => notify("Destination saved", KEY);

export interface SaveSteps {
  readonly starting?: () => void;
  readonly shown: () => void;
  readonly settled?: () => void;
}

/** One more, beside those there are. */
export const useAddDestination = (id: StreamId, steps: SaveSteps) =>
  useVerb(trpc.streams.addDestination, { ...steps, failed: failedToSave(id), done: () => notify("Destination added", KEY) });
