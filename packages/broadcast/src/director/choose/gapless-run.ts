import type { Loudness, Plan, PlanItem } from "@nightjar/contract";

type RunListing = Pick<Plan, "items" | "order">;

interface PairMember {
  readonly itemId: string | null;
}

/** The second goes on from the first to the sample: neighbours of the list, so marked, and aired in the list's order. */
export function isGaplessPair(plan: RunListing, before: PairMember, after: PairMember): boolean {
  const index = plan.items.findIndex(({ itemId }) => itemId === after.itemId);
  return goesOn(plan, index) && plan.items[index - 1]?.itemId === before.itemId;
}

/** The items that are one recording with this one, itself among them. */
export function runOf(plan: RunListing, item: PlanItem): readonly PlanItem[] {
  const index = plan.items.findIndex(({ itemId }) => itemId === item.itemId);
  if (index < 0) return [item];
  let first = index;
  while (goesOn(plan, first)) first -= 1;
  let end = index + 1;
  while (goesOn(plan, end)) end += 1;
  return plan.items.slice(first, end);
}

function goesOn({ items, order }: RunListing, index: number): boolean {
  const item = items[index];
  return (
    order === "sequential" && index > 0 && item !== undefined && item.isGapless && item.audio !== null && items[index - 1]?.audio != null
  );
}

/** The loudness of several tracks as one: one gain for all, or the level would step where they meet. */
export function runLoudness(members: readonly { readonly loudness: Loudness; readonly durationMs: number }[]): Loudness {
  const total = members.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const energy = members.reduce((sum, { loudness, durationMs }) => sum + durationMs * 10 ** (loudness.integratedLufs / 10), 0);
  return {
    integratedLufs: 10 * Math.log10(energy / total),
    rangeLu: Math.max(...members.map(({ loudness }) => loudness.rangeLu)),
    truePeakDbtp: Math.max(...members.map(({ loudness }) => loudness.truePeakDbtp)),
  };
}
