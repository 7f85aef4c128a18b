import type { ScenePlate } from "@nightjar/contract";
import type { Placed } from "./elements/placed.ts";
import type { Rect } from "./rect.ts";
import { fromEdges, right, bottom, toDevicePixels, translate, unionAll } from "./rect.ts";
import type { SceneTools } from "./resources.ts";
import { addRoundedRect } from "./shapes.ts";

/** A plate around the boxes of its elements; null where none of them is drawn. */
export function placePlate(plate: ScenePlate, boxes: readonly Rect[], tools: SceneTools): Placed | null {
  const inner = unionAll(boxes);
  if (inner === null) return null;
  const { paddingPx } = plate;
  const rect = fromEdges(inner.xPx - paddingPx, inner.yPx - paddingPx, right(inner) + plate.paddingRightPx, bottom(inner) + paddingPx);
  return {
    box: rect,
    ink: rect,
    moves: false,
    paint(context, view) {
      const device = translate(toDevicePixels(rect, view.scale), -view.offsetXPx, -view.offsetYPx);
      const path = tools.kit.createPath();
      addRoundedRect(path, device, plate.radiusPx * view.scale);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalAlpha = plate.opacity / 100;
      context.fillStyle = plate.color;
      context.fill(path, "nonzero");
    },
  };
}
