import type { Air, Place } from "./air.ts";
import type { RenderedLevel } from "./rungs.ts";

/** The wanted picture, its still scene before it where it moves; a simpler one only where that failed, never because it is late. */
export function levelsOf(air: Air, { stands, view, viewFor, motionless }: Place): readonly RenderedLevel[] {
  const scene: RenderedLevel = view?.isMoving ? "still-scene" : "wanted";
  const moving: readonly RenderedLevel[] = view?.isMoving && motionless === null ? ["wanted"] : [];
  // By turns another one than the plan's own may lie under it.
  const isPlain = (viewFor?.background ?? air.plan.background).kind === "default";
  const background: readonly RenderedLevel[] = stands[scene]?.is === "failed" ? ["background"] : [];
  const plain: readonly RenderedLevel[] = stands.background?.is === "failed" && !isPlain ? ["plain"] : [];
  return [scene, ...moving, ...background, ...plain];
}
