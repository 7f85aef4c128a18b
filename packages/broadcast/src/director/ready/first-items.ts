import { type Plan, type PlanItem, sceneMoves } from "@nightjar/contract";
import { NEW_PROGRAMME, chooseNext } from "../choose/programme.ts";
import { backgroundAt, newRotation } from "../choose/rotation.ts";

/** What a stream would air at a place of its next session. */
export interface FirstItem {
  /** With the background that is under the item there. */
  readonly plan: Plan;
  readonly item: PlanItem;
  /** null: it is the first. */
  readonly before: PlanItem | null;
}

/** Chosen as the session will choose them: a shuffled list by the session's own id. */
export function firstItems(plan: Plan, count: number, isPlayable: (item: PlanItem) => boolean): FirstItem[] {
  let programme = NEW_PROGRAMME;
  const rotation = newRotation(plan, null, Date.now());
  const items: FirstItem[] = [];
  for (let place = 1; place <= count; place += 1) {
    const queued = items.map(({ item }) => item.itemId);
    const next = chooseNext(programme, plan, queued, null, isPlayable);
    const { chosen } = next;
    programme = next.programme;
    if (!chosen) break;
    items.push({
      plan: { ...plan, background: backgroundAt(rotation, plan, place) },
      item: chosen.item,
      before: items.at(-1)?.item ?? null,
    });
  }
  return items;
}

/** One step of a stream's preparation. */
export interface ReadyStep extends FirstItem {
  readonly part: "still" | "moving";
}

/** What is prepared of each stream: sound and a picture that stands still first, what moves last. */
const FIRST_ITEMS = 2;
/** A picture that moves takes about its track's length to render: of a longer one only its still scene is prepared. */
const MOVING_MAX_MS = 10 * 60_000;

/** One list of steps for each round: all streams have the first before one has the second. */
export function readySteps(plan: Plan, isPlayable: (item: PlanItem) => boolean): (ReadyStep | null)[] {
  const items = firstItems(plan, FIRST_ITEMS, isPlayable);
  const still = Array.from({ length: FIRST_ITEMS }, (_, place) => stepOf(items[place], "still"));
  const [first] = items;
  const hasMoving = first !== undefined && sceneMoves(plan.scene) && first.item.durationMs <= MOVING_MAX_MS;
  return [...still, hasMoving ? stepOf(first, "moving") : null];
}

function stepOf(item: FirstItem | undefined, part: ReadyStep["part"]): ReadyStep | null {
  return item ? { ...item, part } : null;
}
