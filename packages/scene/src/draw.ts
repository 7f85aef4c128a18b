import type { FrameState, Scene } from "@nightjar/contract";
import type { Canvas2D, View } from "./canvas.ts";
import { FULL_VIEW } from "./canvas.ts";
import { layout } from "./layout.ts";
import type { SceneResources } from "./resources.ts";

/**
 * Draws a scene over what the context holds. The one way pixels of a scene are made: browser and server both come here.
 * @param view part and scale of the design canvas the context shows; the context's own transform is not used
 */
export function draw(context: Canvas2D, scene: Scene, frame: FrameState, resources: SceneResources, view: View = FULL_VIEW): void {
  const { plates, elements } = layout(scene, frame, resources);
  for (const placed of [...plates, ...elements]) {
    context.save();
    placed.paint(context, view);
    context.restore();
  }
}
