import type { Plan, PlanItem } from "@nightjar/contract";
import type { Phase } from "../../render/phase.ts";
import type { MovingTransition } from "../../render/transition.ts";
import type { PictureLook } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { PlaceId, RenderedLevel } from "./rungs.ts";

/** Says what is asked for: two wishes of the same id ask for the same, so that an answer to one answers the other. */
export type WishId = string;

/** An item in its place: what can be joined to it is made from these. */
export interface PlacedItem {
  readonly item: PlanItem;
  readonly phase: Phase | null;
  /** The plan its unit was made for, where that is not the one it is asked for: its level is that plan's. */
  readonly plan?: Plan;
}

/** What the air needs and does not have. While it is wanted it is among the wishes; an answer to another one is dropped. */
export type Wish = {
  readonly id: WishId;
  readonly place: PlaceId;
  /** Monotonic time by which it is needed; null: at once. */
  readonly dueAtMs: number | null;
} & (
  | {
      readonly wants: "sound";
      readonly plan: Plan;
      readonly item: PlanItem;
      readonly before: PlacedItem | null;
      readonly isFirst: boolean;
      readonly phase?: Phase | null;
    }
  | { readonly wants: "view"; readonly plan: Plan; readonly item: PlanItem; readonly earlierKeys: readonly string[] }
  | {
      readonly wants: "picture";
      readonly level: RenderedLevel;
      readonly plan: Plan;
      readonly item: PlanItem;
      /** As long as its track. */
      readonly isMoving: boolean;
    }
  | { readonly wants: "join"; readonly plan: Plan; readonly before: PlacedItem; readonly after: PlacedItem }
  | {
      readonly wants: "coming-in";
      readonly plan: Plan;
      readonly item: PlanItem;
      readonly kind: MovingTransition;
      readonly from: PictureLook["background"];
      /** Where the old background's unit is when it begins to give way. */
      readonly unitMs: number;
      readonly video: UnitRef;
    }
  /** A transition to another picture of what sounds. */
  | {
      readonly wants: "going-over";
      readonly plan: Plan;
      readonly item: PlanItem;
      readonly kind: MovingTransition;
      readonly from: PictureLook["background"];
      readonly video: UnitRef;
    }
  /** Where a picture as long as its track is entered while that sounds. */
  | { readonly wants: "entry"; readonly plan: Plan; readonly onAirAtMs: number; readonly video: UnitRef }
  | {
      readonly wants: "cut";
      readonly plan: Plan;
      readonly item: PlanItem;
      readonly serial: number;
      readonly marginMs: number;
    }
  | { readonly wants: "silence"; readonly plan: Plan }
);

export type WishOf<Kind extends Wish["wants"]> = Extract<Wish, { wants: Kind }>;
