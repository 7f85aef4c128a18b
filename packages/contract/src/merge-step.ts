import type { ItemId } from "./ids.ts";
import type { NewEntry, TracklistStep } from "./tracklist-step.ts";

// Apart from the schemas of steps: the screens show a step with this before it is sent, and need no schema for that.

/** What somebody else did meanwhile to an entry that a step speaks of. */
export interface StepConflict {
  readonly itemId: ItemId;
  readonly was: "moved" | "removed" | "added";
}

export interface ListEntry {
  readonly itemId: ItemId;
  /** The revision that put it where it stands. */
  readonly placedAt: number;
}

/** What whoever sends a step knew of the list. */
export interface Known {
  /** The revision it was read at. */
  readonly readAt: number;
  /** Revisions since then that are its own steps. */
  readonly own: readonly number[];
}

export type Merged<T> = { readonly list: readonly T[]; readonly conflicts: null } | { readonly conflicts: readonly StepConflict[] };

/**
 * The list after the step, though it may have been changed since it was read: an entry stands under the entry it was to stand under,
 * wherever that is now; what two remove is removed. Steps that would undo what somebody else did cannot be merged: moving or removing
 * what was moved, and moving, or putting something under, what was removed.
 */
export function mergeStep<T extends ListEntry>(
  list: readonly T[],
  step: TracklistStep,
  { readAt, own }: Known,
  made: (entry: NewEntry) => T,
): Merged<T> {
  const there = new Map(list.map((entry) => [entry.itemId, entry]));
  const conflicts = new Map<ItemId, StepConflict>();
  const meets = (id: ItemId, was: StepConflict["was"]) => conflicts.set(id, { itemId: id, was });
  const isForeign = ({ placedAt }: T) => placedAt > readAt && !own.includes(placedAt);
  const touched = step.is === "insert" ? [] : step.itemIds;
  for (const id of touched) {
    const entry = there.get(id);
    if (!entry && step.is === "move") meets(id, "removed");
    if (entry && isForeign(entry)) meets(id, "moved");
  }
  if (step.is === "insert") for (const { itemId: id } of step.entries) if (there.has(id)) meets(id, "added");
  if (step.is !== "remove" && step.after !== null && !there.has(step.after)) meets(step.after, "removed");
  if (conflicts.size > 0) return { conflicts: [...conflicts.values()] };
  return { list: applyStep(list, step, made), conflicts: null };
}

/** The list after the step, where nobody else changed it; an entry that is not there is passed over, and under none is at the end. */
export function applyStep<T extends Pick<ListEntry, "itemId">>(
  list: readonly T[],
  step: TracklistStep,
  /** None: the entry is passed over. */
  made: (entry: NewEntry) => T | readonly T[],
): readonly T[] {
  const there = new Map(list.map((entry) => [entry.itemId, entry]));
  const ids = new Set(step.is === "insert" ? [] : step.itemIds);
  const rest = ids.size === 0 ? list : list.filter((entry) => !ids.has(entry.itemId));
  if (step.is === "remove") return rest;
  const placed = step.is === "insert" ? step.entries.flatMap<T>(made) : [...ids].flatMap((id) => there.get(id) ?? []);
  return rest.toSpliced(placeAfter(list, ids, step.after), 0, ...placed);
}

/** Where in the list without `ids` is under `after`, which may be one of them: then under what stays above it. */
function placeAfter(list: readonly Pick<ListEntry, "itemId">[], ids: ReadonlySet<ItemId>, after: ItemId | null): number {
  if (after === null) return 0;
  let place = 0;
  for (const { itemId: id } of list) {
    if (!ids.has(id)) place += 1;
    if (id === after) break;
  }
  return place;
}
