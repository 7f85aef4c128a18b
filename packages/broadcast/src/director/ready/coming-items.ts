import type { OnAir, Plan, PlanItem } from "@nightjar/contract";
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
  const aired = (durationMs: number) => Math.max(LEAST_MS, durationMs - plan.crossfadeMs);
  const coming: ComingItem[] = [];
  let dueAtMs = track ? Math.max(nowMs, Date.parse(track.startedAt) + aired(track.durationMs)) : nowMs;
  let after: ListPlace | null = track && { itemId: track.itemId, index: indexOf(plan, track.itemId) };
  let item = plan.items.find(({ itemId }) => itemId === nextTrack?.itemId) ?? nextItem(plan, after, isPlayable);
  while (item && dueAtMs <= nowMs + horizonMs && coming.length < ITEMS_MAX) {
    coming.push({ item, dueAtMs });
    dueAtMs += aired(item.durationMs);
    after = { itemId: item.itemId, index: indexOf(plan, item.itemId) };
    item = nextItem(plan, after, isPlayable);
  }
  return coming;
}
