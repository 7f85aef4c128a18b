import type { ItemId, NewEntry, StreamTrack, StreamWithTracks } from "@nightjar/contract";
import { useEffect, useState, useSyncExternalStore } from "react";
import { findRundown } from "./left-rundowns.ts";
import type { Conflict, Outcome, RundownStore } from "./rundown-store.ts";
import type { MoveStep } from "./steps.ts";
import type { Undo } from "./undos.ts";

export interface Rundown {
  /** As it is on the screen: with steps that are not carried out yet. */
  readonly tracks: readonly StreamTrack[];
  readonly isSaving: boolean;
  /** null: there is nothing to take back. */
  readonly undo: Undo | null;
  readonly conflict: Conflict | null;
  /** @returns whether the list is another one for it */
  move(step: MoveStep): boolean;
  /** @param seen where `after` was chosen */
  insert(entries: NewEntry[], after: ItemId, seen: readonly StreamTrack[]): Promise<Outcome>;
  remove(itemIds: readonly ItemId[]): void;
  takeBack(): void;
  readonly insist: RundownStore["insist"];
  giveWay(left: Parameters<RundownStore["giveWay"]>[1]): void;
}

/** The stream's ordered list with its changes. */
export function useRundown(stream: StreamWithTracks): Rundown {
  const [{ store, enter }] = useState(() => findRundown(stream.id));
  const { draft, conflict, undos } = useSyncExternalStore(store.subscribe, store.snapshot);
  useEffect(enter, [enter]);
  useEffect(() => store.read(stream.revision), [store, stream.revision]);
  return {
    ...{ tracks: store.tracks(stream), isSaving: draft !== null, undo: undos[0] ?? null, conflict },
    move: (step) => store.move(stream, step),
    insert: (entries, after, seen) => store.insert(stream, entries, after, seen),
    remove: (itemIds) => store.remove(stream, itemIds),
    takeBack: () => store.takeBack(stream),
    insist: store.insist,
    giveWay: (left) => store.giveWay(stream, left),
  };
}
