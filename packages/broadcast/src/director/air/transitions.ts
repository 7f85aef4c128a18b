import type { Plan, PlanBackground } from "@nightjar/contract";
import type { MovingTransition } from "../../render/transition.ts";
import { isSameBackground } from "../choose/rotation.ts";
import type { Air, GivenPicture, Option, Place } from "./air.ts";

/** null: the plan wants none, or it would lead to the same background. */
export function movingTransition(
  { transition, background }: Pick<Plan, "transition" | "background">,
  from: PlanBackground | null,
): MovingTransition | null {
  return transition === "instant" || from === null || isSameBackground(from, background) ? null : transition;
}

/** Only a whole picture gives way to another over a transition: a simpler one is left as soon as it can be. */
function backgroundOf({ rung, look }: Pick<GivenPicture, "rung" | "look">): PlanBackground | null {
  return rung === "wanted" || rung === "still-scene" || rung === "earlier" ? (look?.background ?? null) : null;
}

/** How what is given to the place that sounds gives way to another picture of it; null: by a cut. */
export function transitionBetween(
  air: Pick<Air, "plan">,
  { given, noComingIn }: Place,
  to: Option,
): { readonly kind: MovingTransition; readonly from: PlanBackground } | null {
  const from = given && backgroundOf(given);
  const background = backgroundOf(to);
  if (!from || !background || noComingIn === to.video.key) return null;
  const kind = movingTransition({ transition: air.plan.transition, background }, from);
  return kind && { kind, from };
}

/** How the picture of a place comes in over that of the place before. */
export function transitionInto(
  air: Pick<Air, "plan">,
  before: Place,
  place: Place,
): { readonly kind: MovingTransition; readonly from: PlanBackground } | null {
  const from = before.given && backgroundOf(before.given);
  const background = place.given && backgroundOf(place.given);
  if (!from || !background || place.noComingIn === comingInKey(before, place)) return null;
  const kind = movingTransition({ transition: air.plan.transition, background }, from);
  return kind && { kind, from };
}

/** Says between which two pictures a transition is. */
export function comingInKey(before: Place, place: Place): string {
  return `${before.given?.video.key}>${place.given?.video.key}`;
}
