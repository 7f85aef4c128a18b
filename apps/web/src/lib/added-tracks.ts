import type { NewEntry, StreamId } from "@nightjar/contract";
import { statusOf } from "./errors.ts";

type Hearer = (id: StreamId, entries: readonly NewEntry[]) => void;

let hear: Hearer | null = null;

/** Who keeps what can be taken back is told, whichever screen added them. */
export function hearAdded(hearer: Hearer): void {
  hear = hearer;
}

/** Tracks were sent to the end of a list: tells of them once they stand there, or may, as the answer was lost. */
export function tellAdded(sent: Promise<unknown>, id: StreamId, entries: readonly NewEntry[]): void {
  const tell = () => hear?.(id, entries);
  sent.then(tell, (error: unknown) => {
    if (statusOf(error) === null) tell();
  });
}
