import type { TracklistStep } from "@nightjar/contract";
import { detailsOf } from "../../../lib/errors.ts";
import { fieldsOf } from "../../../lib/shape.ts";
import { type Shown, anchorNow, entryOf, idsOf, stillPossible, without } from "./steps.ts";

/** Steps of which the first was refused with that, because it met what somebody else did. */
interface Refused {
  readonly steps: readonly TracklistStep[];
  readonly error: unknown;
}

/**
 * A step that could not be merged, made anew for the list as it is now: what was removed meanwhile and is to be moved comes back, and what
 * was to stand under something that is gone stands under what stood above that.
 */
export function renewed(step: TracklistStep, seen: readonly Shown[], now: readonly Shown[]): TracklistStep[] {
  if (step.is !== "move") {
    const left = stillPossible(step, seen, now);
    return left ? [left] : [];
  }
  const there = idsOf(now);
  const after = anchorNow(step.after, seen, there);
  const gone = step.itemIds.flatMap((id) => (there.has(id) ? [] : (seen.find((entry) => entry.itemId === id) ?? [])));
  const back: TracklistStep[] = gone.length === 0 ? [] : [{ is: "insert", entries: gone.map(entryOf), after }];
  return [...back, { is: "move", itemIds: step.itemIds, after }];
}

/**
 * What is left of a step that waited behind the one that is given up: nothing is done to what met somebody else, which is theirs, nor to what
 * was not added, and what was not removed is not put back.
 */
export function leftBehind(step: TracklistStep, { steps: [given], error }: Refused): TracklistStep[] {
  const met = metBy(error);
  const notAdded = new Map(given?.is === "insert" ? given.entries.map(({ itemId }) => [itemId, given.after]) : []);
  const kept = new Set(given?.is === "remove" ? given.itemIds : []);
  const left = without(step, notAdded);
  if (left?.is === "insert") {
    const entries = left.entries.filter(({ itemId }) => !kept.has(itemId));
    return entries.length === 0 ? [] : [{ ...left, entries }];
  }
  const itemIds = left?.itemIds.filter((id) => !met.has(id)) ?? [];
  return left && itemIds.length > 0 ? [{ ...left, itemIds }] : [];
}

/** The entries that somebody else has moved or removed. */
function metBy(error: unknown): ReadonlySet<unknown> {
  const { conflicts } = detailsOf(error);
  return new Set(Array.isArray(conflicts) ? conflicts.map((conflict) => fieldsOf(conflict)["itemId"]) : []);
}
