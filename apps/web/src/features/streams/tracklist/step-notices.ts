// What is said of the steps of one's own.
import type { ItemId, StreamTrack, TracklistStep } from "@nightjar/contract";
import { plural } from "../../../lib/format.ts";
import { complainOf, notify } from "../../../lib/toast.ts";

/** A title, or how many. */
export function namesOf(itemIds: readonly ItemId[], list: readonly StreamTrack[]): string {
  const [first, ...others] = itemIds;
  const title = list.find(({ itemId }) => itemId === first)?.title;
  return others.length > 0 || title === undefined ? plural(itemIds.length, "track") : title;
}

export function tellRemoved(itemIds: readonly ItemId[], seen: readonly StreamTrack[]): void {
  if (itemIds.length === 1) notify("Track Removed", seen.find(({ itemId }) => itemId === itemIds[0])?.title);
  else notify("Tracks Removed", plural(itemIds.length, "track"));
}

export function tellFailed(error: unknown, step: TracklistStep | undefined): void {
  if (!step) return;
  const isRemoving = step.is === "remove";
  complainOf(
    error,
    isRemoving ? ["Remove Failed", "Failed to remove track from stream"] : ["Update Failed", "The new order could not be saved"],
  );
}
