import type { FrameState, SceneElement } from "@nightjar/contract";
import type { Canvas2D, CanvasKit, Path, View } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { grow, toDevicePixels, translate } from "../rect.ts";
import { addRoundedRect } from "../shapes.ts";
import { decorated } from "./decorated.ts";
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
  isPicture: false,
  place(element, frame, resources) {
    const { kit } = resources;
    const box = boxOf(element);
    const barPx = Math.max(2, element.fontSize * BAR_PER_SIZE);
    const bar: Rect = { ...box, yPx: box.yPx + (box.heightPx - barPx) / 2, heightPx: barPx };
    const { outlineWidthPx } = element;
    const sizeKey = (scale: number): string => {
      const { widthPx, heightPx } = toDevicePixels(bar, scale);
      return JSON.stringify(["bar", widthPx, heightPx, outlineWidthPx]);
    };
    return decorated(element, resources, {
      box,
      ink: grow(bar, outlineWidthPx),
      moves: frame.positionMs !== null,
      isOutlined: outlineWidthPx > 0,
      anchor: (scale) => toDevicePixels(bar, scale),
      key: sizeKey,
      silhouette: {
        key: sizeKey,
        paint: (context, view) => fillRounded(context, kit, grow(deviceOf(bar, view), outlineWidthPx * view.scale), "#000000", 1),
      },
      paint: (context, view, opacity = 1) => paintBar(context, kit, element, { bar, view, opacity, fraction: fractionOf(frame) }),
    });
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

interface BarPainting {
  readonly bar: Rect;
  readonly view: View;
  readonly opacity: number;
  readonly fraction: number | null;
}

function paintBar(context: Canvas2D, kit: CanvasKit, element: SceneElement, { bar, view, opacity, fraction }: BarPainting): void {
  const device = deviceOf(bar, view);
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (element.outlineWidthPx > 0) paintRing(context, kit, element, device, element.outlineWidthPx * view.scale);
  const fill = (rect: Rect, alpha: number): void => fillRounded(context, kit, rect, element.textColor, alpha);
  fill(device, opacity * TRACK_ALPHA);
  if (fraction === null) return;
  const dotPx = Math.min(device.heightPx, device.widthPx);
  fill({ ...device, widthPx: dotPx + (device.widthPx - dotPx) * fraction }, opacity);
}

/** Around the bar only: what is behind the track still shines through it. */
function paintRing(context: Canvas2D, kit: CanvasKit, { outlineColor }: SceneElement, device: Rect, widthPx: number): void {
  const path = kit.createPath();
  addPill(path, grow(device, widthPx));
  addPill(path, device);
  context.globalAlpha = 1;
  context.fillStyle = outlineColor;
  context.fill(path, "evenodd");
}

function fillRounded(context: Canvas2D, kit: CanvasKit, rect: Rect, colour: string, alpha: number): void {
  const path = kit.createPath();
  addPill(path, rect);
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  context.fill(path, "nonzero");
}

const addPill = (path: Path, rect: Rect): void => addRoundedRect(path, rect, rect.heightPx / 2);

const deviceOf = (bar: Rect, { scale, offsetXPx, offsetYPx }: View): Rect => translate(toDevicePixels(bar, scale), -offsetXPx, -offsetYPx);
