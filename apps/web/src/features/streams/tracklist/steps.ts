import { type ItemId, type ListEntry, type NewEntry, type StreamTrack, type TrackId, type TracklistStep, itemId } from "@nightjar/contract";

/** What is shown of an entry until the server has answered. */
type Shown = Pick<StreamTrack, "itemId" | "id" | "gaplessMark">;

/** The chosen entries shall stand where the one at `to` stands; dragged down they come to lie under it, dragged up above it. */
export function moveTo(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[], from: number, to: number): TracklistStep {
  const under = from < to ? list[to] : list[to - 1];
  return { is: "move", itemIds: inOrder(list, itemIds), after: under?.itemId ?? null };
}

/** The first of the chosen entries shall be the one at `place`, from 0; the others stand under it. */
export function moveToPlace(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[], place: number): TracklistStep {
  const chosen = new Set(itemIds);
  const rest = list.filter((entry) => !chosen.has(entry.itemId));
  return { is: "move", itemIds: inOrder(list, itemIds), after: rest.slice(0, place).at(-1)?.itemId ?? null };
}

export function moveToTop(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[]): TracklistStep {
  return { is: "move", itemIds: inOrder(list, itemIds), after: null };
}

export function moveToBottom(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[]): TracklistStep {
  return { is: "move", itemIds: inOrder(list, itemIds), after: list.at(-1)?.itemId ?? null };
}

export function moveUnder(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[], after: ItemId): TracklistStep {
  return { is: "move", itemIds: inOrder(list, itemIds), after };
}

/** Whether the step leaves the list as it is. */
export function changesNothing(before: readonly Shown[], after: readonly Shown[]): boolean {
  return before.length === after.length && before.every((entry, index) => entry.itemId === after[index]?.itemId);
}

/** What puts back the entries that a step is about to remove: each run under what stands above it. */
export function undoOfRemove(before: readonly Shown[], itemIds: readonly ItemId[]): TracklistStep[] {
  const removed = new Set(itemIds);
  const steps: { is: "insert"; entries: NewEntry[]; after: ItemId | null }[] = [];
  before.forEach((entry, index) => {
    if (!removed.has(entry.itemId)) return;
    const above = before[index - 1]?.itemId ?? null;
    const last = steps.at(-1);
    if (last && above !== null && last.entries.at(-1)?.itemId === above) last.entries.push(entryOf(entry));
    else steps.push({ is: "insert", entries: [entryOf(entry)], after: above });
  });
  return steps;
}

/**
 * A step that could not be merged, made anew for the list as it is now: what was removed meanwhile and is to be moved comes back, and what
 * was to stand under something that is gone stands under what stood above that.
 */
export function renewed(step: TracklistStep, seen: readonly Shown[], now: readonly Shown[]): TracklistStep[] {
  const there = new Set(now.map((entry) => entry.itemId));
  if (step.is === "remove") {
    const left = step.itemIds.filter((id) => there.has(id));
    return left.length === 0 ? [] : [{ is: "remove", itemIds: left }];
  }
  const after = anchorNow(step.after, seen, there);
  if (step.is === "insert") {
    const entries = step.entries.filter((entry) => !there.has(entry.itemId));
    return entries.length === 0 ? [] : [{ is: "insert", entries, after }];
  }
  const gone = step.itemIds.flatMap((id) => (there.has(id) ? [] : (seen.find((entry) => entry.itemId === id) ?? [])));
  const back: TracklistStep[] = gone.length === 0 ? [] : [{ is: "insert", entries: gone.map(entryOf), after }];
  return [...back, { is: "move", itemIds: step.itemIds, after }];
}

function anchorNow(after: ItemId | null, seen: readonly Shown[], there: ReadonlySet<ItemId>): ItemId | null {
  if (after === null || there.has(after)) return after;
  const at = seen.findIndex((entry) => entry.itemId === after);
  return seen.slice(0, Math.max(0, at)).findLast((entry) => there.has(entry.itemId))?.itemId ?? null;
}

/** An entry that is to be, under a name of its own. */
export const newEntry = (trackId: TrackId): NewEntry => ({ itemId: itemId.parse(crypto.randomUUID()), trackId, isGapless: null });

const entryOf = ({ itemId: id, id: trackId, gaplessMark }: Shown): NewEntry => ({ itemId: id, trackId, isGapless: gaplessMark });

function inOrder(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[]): ItemId[] {
  if (itemIds.length === 1) return [...itemIds];
  const chosen = new Set(itemIds);
  return list.flatMap((entry) => (chosen.has(entry.itemId) ? [entry.itemId] : []));
}
