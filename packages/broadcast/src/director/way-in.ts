import { type Plan, type PlanBackground, type PlanItem, profileOf } from "@nightjar/contract";
import { secondGop } from "../render/gop-entry.ts";
import type { Urgency } from "../render/requests.ts";
import type { PictureChange, Segment } from "../timeline/segment.ts";
import type { UnitRef } from "../timeline/unit.ts";
import type { PictureChanger } from "./picture-changer.ts";
import type { PreparedItem, Slate } from "./preparer.ts";
import { movingTransition } from "./way-over.ts";

/** A segment's picture comes in over a transition from the background under the track before. */
export interface WayIn {
  readonly via: UnitRef;
  /** Of the picture it was made for: another one does not go on behind it. */
  readonly key: string;
  readonly entry: PictureChange["entry"];
}

/** @param before what sounds before, and what is under it; null: there is no transition */
export async function wayIn(
  changer: Pick<PictureChanger, "transition">,
  wish: { plan: Plan; item: PlanItem; slate: Slate; urgency: Urgency },
  before: { item: PlanItem; background: PlanBackground },
  video: PreparedItem["video"],
): Promise<WayIn | null> {
  const kind = movingTransition(wish.plan, before.background);
  if (!kind) return null;
  const unitMs = Math.max(0, before.item.durationMs - wish.plan.crossfadeMs);
  const via = await (await changer.transition(wish, { background: before.background, unitMs }, kind)).done;
  const unit = await video.readable;
  const { gopFrames } = profileOf(wish.plan);
  // While it grows, its second GOP is there soon after the first.
  const entry = (await secondGop(video.current() ?? unit, gopFrames)) ?? (await secondGop(await video.done, gopFrames));
  return { via, key: video.key, entry: entry ?? undefined };
}

/** The segment as it is told to the timeline. */
export function withWayIn(segment: Segment, { via, entry }: WayIn): Segment {
  const { picture, look } = segment.label;
  const own = { id: 1, video: segment.video, fromFrame: 0, at: "loop-end", picture, look, ...(entry ? { entry } : {}) } as const;
  return { ...segment, video: via, pictures: [own] };
}
