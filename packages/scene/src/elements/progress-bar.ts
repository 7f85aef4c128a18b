import type { FrameState, SceneElement } from "@nightjar/contract";
import type { Canvas2D, View } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { toDevicePixels, translate } from "../rect.ts";
import type { SceneResources } from "../resources.ts";
import { addRoundedRect } from "../shapes.ts";
import type { ElementRenderer } from "./placed.ts";

const MIN_WIDTH_PX = 240;
const WIDTH_PER_SIZE = 12;
const BAR_PER_SIZE = 0.3;
const TRACK_ALPHA = 0.3;

/**
 * A bar of 0.3 fontSize in the middle of a box of fontSize. Its filled part grows by parts of a pixel, so that it moves at every step
 * even where a pixel takes seconds: from a dot as wide as the bar is high, to all of it. Without a position only the track shows.
 */
export const progressBarRenderer: ElementRenderer = {
  content: (_element, frame) => (frame.positionMs === null ? null : `${frame.positionMs}/${frame.durationMs}`),
  placeholder: boxOf,
  hasBoxWidth: true,
  place(element, frame, resources) {
    const box = boxOf(element);
    const barPx = Math.max(2, element.fontSize * BAR_PER_SIZE);
    const bar: Rect = { ...box, yPx: box.yPx + (box.heightPx - barPx) / 2, heightPx: barPx };
    return {
      box,
      ink: bar,
      moves: frame.positionMs !== null,
      paint: (context, view) => paintBar(context, view, resources, element, bar, fractionOf(frame)),
    };
  },
};

function boxOf({ xPosition: xPx, yPosition: yPx, fontSize, boxWidthPx }: SceneElement): Rect {
  return { xPx, yPx, widthPx: boxWidthPx ?? Math.max(MIN_WIDTH_PX, fontSize * WIDTH_PER_SIZE), heightPx: fontSize };
}

/** 0 to 1; null without a position. */
function fractionOf(frame: FrameState): number | null {
  if (frame.positionMs === null) return null;
  return frame.durationMs > 0 ? Math.min(1, Math.max(0, frame.positionMs / frame.durationMs)) : 0;
}

function paintBar(
  context: Canvas2D,
  view: View,
  resources: SceneResources,
  element: SceneElement,
  bar: Rect,
  fraction: number | null,
): void {
  const device = translate(toDevicePixels(bar, view.scale), -view.offsetXPx, -view.offsetYPx);
  const fill = (rect: Rect, alpha: number): void => {
    const path = resources.kit.createPath();
    addRoundedRect(path, rect, rect.heightPx / 2);
    context.globalAlpha = alpha;
    context.fill(path, "nonzero");
  };
  const opacity = element.opacity / 100;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = element.textColor;
  fill(device, opacity * TRACK_ALPHA);
  if (fraction === null) return;
  const dotPx = Math.min(device.heightPx, device.widthPx);
  fill({ ...device, widthPx: dotPx + (device.widthPx - dotPx) * fraction }, opacity);
}
