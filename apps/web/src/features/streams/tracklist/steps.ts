import type { ItemId, ListEntry, NewEntry, StreamTrack, TracklistStep } from "@nightjar/contract";

/** What is shown of an entry until the server has answered. */
export type Shown = Pick<StreamTrack, "itemId" | "id" | "gaplessMark">;

export type MoveStep = Extract<TracklistStep, { is: "move" }>;

/** @param after null: at the top */
export function moveUnder(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[], after: ItemId | null): MoveStep {
  return { is: "move", itemIds: inOrder(list, itemIds), after };
}

/** The chosen entries shall stand where the one at `to` stands; dragged down they come to lie under it, dragged up above it. */
export function moveTo(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[], from: number, to: number): MoveStep {
  const under = from < to ? list[to] : list[to - 1];
  return moveUnder(list, itemIds, under?.itemId ?? null);
}

/** The first of the chosen entries shall be the one at `place`, from 0; the others stand under it. */
export function moveToPlace(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[], place: number): MoveStep {
  const chosen = new Set(itemIds);
  const rest = list.filter((entry) => !chosen.has(entry.itemId));
  return moveUnder(list, itemIds, rest.slice(0, place).at(-1)?.itemId ?? null);
}

/** One place up (-1) or down (1), past the next one that is not chosen; several stand together then, as the foremost or hindmost of them did. */
export function moveBy(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[], by: -1 | 1): MoveStep {
  const chosen = new Set(itemIds);
  const isChosen = ({ itemId }: Pick<ListEntry, "itemId">) => chosen.has(itemId);
  const edge = by < 0 ? list.findIndex(isChosen) : list.findLastIndex(isChosen);
  const before = list.slice(0, Math.max(0, edge)).filter((entry) => !isChosen(entry)).length;
  return moveToPlace(list, itemIds, Math.max(0, before + by));
}

export function moveToTop(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[]): MoveStep {
  return moveUnder(list, itemIds, null);
}

export function moveToBottom(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[]): MoveStep {
  return moveUnder(list, itemIds, list.at(-1)?.itemId ?? null);
}

/** Why nothing of a shuffled list can be told to. */
export const SHUFFLED_TEXT = "In a shuffled order what comes next is drawn by lot.";

/** By now the engine has what follows, or it would be late with it; and a step needs a moment to get there. */
const DECIDED_MS = 5000;

/** What is on air, and what follows it; null: nothing, or not known. */
export interface Airing {
  readonly itemId: ItemId | null;
  readonly nextItemId: ItemId | null;
  /** On this machine's clock; Infinity: not known. */
  readonly nextStartsAtMs: number;
}

/**
 * The chosen entries shall air next: under what the stream is on its way to, else under what is on air, and where that was taken out of the list
 * above what follows it. What is on air, or about to be, stays where it is. null: there is none beside it, or neither stands in the list.
 */
export function moveNext(
  list: readonly Pick<ListEntry, "itemId">[],
  itemIds: readonly ItemId[],
  { itemId, nextItemId, nextStartsAtMs }: Airing,
  nowMs: number,
): MoveStep | null {
  const next = list.findIndex((entry) => entry.itemId === nextItemId);
  const isOnItsWay = next >= 0 && nextStartsAtMs <= nowMs + DECIDED_MS;
  const others = itemIds.filter((id) => id !== itemId && !(isOnItsWay && id === nextItemId));
  if (others.length === 0) return null;
  if (isOnItsWay) return moveUnder(list, others, nextItemId);
  if (list.some((entry) => entry.itemId === itemId)) return moveUnder(list, others, itemId);
  return next < 0 ? null : moveUnder(list, others, list[next - 1]?.itemId ?? null);
}

/** Whether the step leaves the list as it is. */
export function changesNothing(before: readonly Shown[], after: readonly Shown[]): boolean {
  return before.length === after.length && before.every((entry, index) => entry.itemId === after[index]?.itemId);
}

/** What takes back a step that the list `before` is about to undergo: each run of entries stands again under what stood above it. */
export function undoOf(step: TracklistStep, before: readonly Shown[]): TracklistStep[] {
  if (step.is === "insert") return [{ is: "remove", itemIds: step.entries.map((entry) => entry.itemId) }];
  const touched = new Set(step.itemIds);
  const runs: { readonly entries: Shown[]; readonly after: ItemId | null }[] = [];
  before.forEach((entry, index) => {
    if (!touched.has(entry.itemId)) return;
    const above = before[index - 1]?.itemId ?? null;
    const last = runs.at(-1);
    if (last && above !== null && last.entries.at(-1)?.itemId === above) last.entries.push(entry);
    else runs.push({ entries: [entry], after: above });
  });
  return runs.map(({ entries, after }) =>
    step.is === "remove"
      ? { is: "insert", entries: entries.map(entryOf), after }
      : { is: "move", itemIds: entries.map((entry) => entry.itemId), after },
  );
}

/** As much of a step as can still be done, where somebody else changed the list since; null: nothing of it. */
export function stillPossible(
  step: TracklistStep,
  seen: readonly Pick<ListEntry, "itemId">[],
  now: readonly Shown[],
): TracklistStep | null {
  const there = idsOf(now);
  if (step.is === "insert") {
    const entries = step.entries.filter((entry) => !there.has(entry.itemId));
    return entries.length === 0 ? null : { is: "insert", entries, after: anchorNow(step.after, seen, there) };
  }
  const itemIds = step.itemIds.filter((id) => there.has(id));
  if (itemIds.length === 0) return null;
  return step.is === "remove" ? { is: "remove", itemIds } : { is: "move", itemIds, after: anchorNow(step.after, seen, there) };
}

/** What is left of a step where entries were not put back, each with the one that it was to stand under; null: nothing. */
export function without(step: TracklistStep, notBack: ReadonlyMap<ItemId, ItemId | null>): TracklistStep | null {
  const above = (after: ItemId | null) => (after !== null && notBack.has(after) ? (notBack.get(after) ?? null) : after);
  if (step.is === "insert") return { ...step, after: above(step.after) };
  const itemIds = step.itemIds.filter((id) => !notBack.has(id));
  if (itemIds.length === 0) return null;
  return step.is === "remove" ? { is: "remove", itemIds } : { is: "move", itemIds, after: above(step.after) };
}

export const idsOf = (list: readonly Pick<ListEntry, "itemId">[]): ReadonlySet<ItemId> => new Set(list.map(({ itemId }) => itemId));

/** Under what an entry stands now that stood under this one, where that may be gone. */
export function anchorNow(after: ItemId | null, seen: readonly Pick<ListEntry, "itemId">[], there: ReadonlySet<ItemId>): ItemId | null {
  if (after === null || there.has(after)) return after;
  const at = seen.findIndex((entry) => entry.itemId === after);
  return seen.slice(0, Math.max(0, at)).findLast((entry) => there.has(entry.itemId))?.itemId ?? null;
}

export const entryOf = ({ itemId: id, id: trackId, gaplessMark }: Shown): NewEntry => ({ itemId: id, trackId, isGapless: gaplessMark });

function inOrder(list: readonly Pick<ListEntry, "itemId">[], itemIds: readonly ItemId[]): ItemId[] {
  if (itemIds.length === 1) return [...itemIds];
  const chosen = new Set(itemIds);
  return list.flatMap((entry) => (chosen.has(entry.itemId) ? [entry.itemId] : []));
}
