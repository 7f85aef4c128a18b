import type { OnAir, Plan, PlanItem } from "@nightjar/contract";
import { fadeBetween } from "../choose/fade.ts";
import { type ListPlace, indexOf, nextItem } from "../choose/programme.ts";

/** An item that will be on air. */
export interface ComingItem {
  readonly item: PlanItem;
  /** Wall clock. */
  readonly dueAtMs: number;
}

/** However short the tracks are. */
const ITEMS_MAX = 240;
/** A list of tracks without a length still goes on. */
const LEAST_MS = 1000;

/**
 * What follows what sounds, until so far ahead. A shuffled list is counted in its own order: as many tracks, whichever will be
 * chosen.
 */
export function comingItems(
  plan: Plan,
  { track, nextTrack }: Pick<OnAir, "track" | "nextTrack">,
  { nowMs, horizonMs }: { nowMs: number; horizonMs: number },
  isPlayable: (item: PlanItem) => boolean,
): ComingItem[] {
  const coming: ComingItem[] = [];
  let after: ListPlace | null = track && { itemId: track.itemId, index: indexOf(plan, track.itemId) };
  let item = plan.items.find(({ itemId }) => itemId === nextTrack?.itemId) ?? nextItem(plan, after, isPlayable);
  let dueAtMs = item ? followsAtMs(plan, track, item, nowMs) : nowMs;
  while (item && dueAtMs <= nowMs + horizonMs && coming.length < ITEMS_MAX) {
    coming.push({ item, dueAtMs });
    after = { itemId: item.itemId, index: indexOf(plan, item.itemId) };
    const next = nextItem(plan, after, isPlayable);
    if (next) dueAtMs += airedMs(plan, item, next);
    item = next;
  }
  return coming;
}

/** How long an item is heard until the next one begins. */
const airedMs = (plan: Plan, item: Pick<PlanItem, "itemId" | "durationMs">, next: PlanItem) =>
  Math.max(LEAST_MS, item.durationMs - fadeBetween(plan, item, next));

/** When what follows the track begins, wall clock; what should be over by now is over at once. */
const followsAtMs = (plan: Plan, track: OnAir["track"], next: PlanItem, nowMs: number) =>
  track ? Math.max(nowMs, Date.parse(track.startedAt) + airedMs(plan, track, next)) : nowMs;
