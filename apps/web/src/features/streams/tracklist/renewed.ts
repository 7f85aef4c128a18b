import type { TracklistStep } from "@nightjar/contract";
import { type Shown, anchorNow, entryOf, stillPossible } from "./steps.ts";

/**
 * A step that could not be merged, made anew for the list as it is now: what was removed meanwhile and is to be moved comes back, and what
 * was to stand under something that is gone stands under what stood above that.
 */
export function renewed(step: TracklistStep, seen: readonly Shown[], now: readonly Shown[]): TracklistStep[] {
  if (step.is !== "move") {
    const left = stillPossible(step, seen, now);
    return left ? [left] : [];
  }
  const there = new Set(now.map((entry) => entry.itemId));
  const after = anchorNow(step.after, seen, there);
  const gone = step.itemIds.flatMap((id) => (there.has(id) ? [] : (seen.find((entry) => entry.itemId === id) ?? [])));
  const back: TracklistStep[] = gone.length === 0 ? [] : [{ is: "insert", entries: gone.map(entryOf), after }];
  return [...back, { is: "move", itemIds: step.itemIds, after }];
}
