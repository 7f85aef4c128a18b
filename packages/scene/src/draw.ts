import type { ElementId, FrameState, Scene } from "@nightjar/contract";
import type { Canvas2D, View } from "./canvas.ts";
import { FULL_VIEW } from "./canvas.ts";
import { layout } from "./layout.ts";
import type { SceneResources } from "./resources.ts";

/** Which parts of a scene are drawn, so that a designer can keep what is dragged apart from what stands still. */
export interface DrawnParts {
  /** Only these elements, still in the scene's order; by default all of them. */
  readonly only?: ReadonlySet<ElementId>;
  /** By default they are drawn. Each surrounds all of its group's visible elements, drawn here or not. */
  readonly plates?: boolean;
}

/**
 * Draws a scene over what the context holds. The one way pixels of a scene are made: browser and server both come here.
 * @param view part and scale of the design canvas the context shows; the context's own transform is not used
 */
export function draw(
  context: Canvas2D,
  scene: Scene,
  frame: FrameState,
  resources: SceneResources,
  view: View = FULL_VIEW,
  { only, plates: withPlates = true }: DrawnParts = {},
): void {
  const { plates, elements } = layout(scene, frame, resources);
  const shown = only === undefined ? elements : elements.filter(({ elementId }) => only.has(elementId));
  for (const placed of [...(withPlates ? plates : []), ...shown]) {
    context.save();
    placed.paint(context, view);
    context.restore();
  }
}
