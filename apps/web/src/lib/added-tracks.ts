import type { NewEntry, StreamId } from "@nightjar/contract";

type Hearer = (id: StreamId, entries: readonly NewEntry[]) => void;

/** Of tracks that stand at the end of a list by a call of their own, or may: its answer was lost. */
export let tellOfAdded: Hearer = () => undefined;

/** Who keeps what can be taken back is told, whichever screen added them. */
export function hearAdded(hearer: Hearer): void {
  tellOfAdded = hearer;
}
