import { createHash } from "node:crypto";
import type { Plan, PlanItem } from "@nightjar/contract";

type Rundown = Pick<Plan, "items" | "order" | "sessionId">;

/**
 * The item that follows `after` in a rundown that repeats for ever; null when nothing in it can be played.
 * @param after the item before, which may meanwhile have been taken out: then `afterIndex` says where it stood
 */
export function nextItem(
  plan: Rundown,
  after: { itemId: string; index: number } | null,
  isPlayable: (item: PlanItem) => boolean,
): PlanItem | null {
  const items = plan.order === "shuffled" ? shuffled(plan) : plan.items;
  const place = after ? items.findIndex((item) => item.itemId === after.itemId) : -1;
  const start = place >= 0 ? place + 1 : (after?.index ?? 0);
  for (let step = 0; step < items.length; step += 1) {
    const item = items[(start + step) % items.length];
    if (item && isPlayable(item)) return item;
  }
  return null;
}

/** Place of an item in the order of air, for `nextItem`. */
export function indexOf(plan: Rundown, itemId: string): number {
  const items = plan.order === "shuffled" ? shuffled(plan) : plan.items;
  return Math.max(
    0,
    items.findIndex((item) => item.itemId === itemId),
  );
}

/** The same order for the same session and items, in every process: sorted by a hash of both. */
function shuffled(plan: Rundown): readonly PlanItem[] {
  const rank = (item: PlanItem) => createHash("sha256").update(`${plan.sessionId}:${item.itemId}`).digest("hex");
  return plan.items
    .map((item) => ({ item, rank: rank(item) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}
