import type { ItemId, NewEntry, StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type Conflict, createRundownStore, type Outcome, type Undo } from "./rundown-store.ts";
import type { MoveStep } from "./steps.ts";

export interface Rundown {
  /** As it is on the screen: with steps that are not carried out yet. */
  readonly tracks: readonly StreamTrack[];
  readonly isSaving: boolean;
  /** null: there is nothing to take back. */
  readonly undo: Undo | null;
  readonly conflict: Conflict | null;
  move(step: MoveStep): void;
  insert(entries: NewEntry[], after: ItemId): Promise<Outcome>;
  remove(itemIds: readonly ItemId[]): void;
  takeBack(): void;
  insist(): Promise<void>;
  giveWay(): void;
}

/** The stream's ordered list with its changes. */
export function useRundown(stream: StreamWithTracks): Rundown {
  const [store] = useState(() => createRundownStore(stream.id));
  const { draft, conflict, undos } = useSyncExternalStore(store.subscribe, store.snapshot);
  // Leaving the tab must not lose the last step.
  useEffect(() => () => store.flush(), [store]);
  return {
    ...{ tracks: draft?.tracks ?? stream.tracks, isSaving: draft !== null, undo: undos[0] ?? null, conflict },
    move: (step) => store.move(stream, step),
    insert: (entries, after) => store.insert(stream, entries, after),
    remove: (itemIds) => store.remove(stream, itemIds),
    takeBack: () => store.takeBack(stream),
    insist: store.insist,
    giveWay: store.giveWay,
  };
}
