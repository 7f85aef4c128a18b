import type { FrameState, SceneElement } from "@nightjar/contract";
import { CANVAS_WIDTH_PX } from "@nightjar/contract";
import type { Canvas2D, View } from "../canvas.ts";
import { translate } from "../rect.ts";
import { toLine } from "../text/unicode.ts";
import type { SetLine } from "../text/typesetter.ts";
import type { ElementRenderer } from "./placed.ts";

/**
 * A line of text. Its box begins at (xPosition, yPosition), is as wide as the line's advances and as high as the font's ascender
 * and descender together, whatever the words; the baseline lies one ascender below the top, on a whole device pixel so that
 * letters stand sharp. Right-to-left text begins at the same left edge.
 */
export function textRenderer(textOf: (element: SceneElement, frame: FrameState) => string): ElementRenderer {
  return {
    content: (element, frame) => toLine(textOf(element, frame)),
    place(element, frame, resources) {
      const { xPosition, yPosition, fontFamily, fontWeight, fontSize } = element;
      const maxWidthPx = element.boxWidthPx ?? CANVAS_WIDTH_PX - xPosition;
      const style = { fontFamily, fontWeight, fontSizePx: fontSize, maxWidthPx };
      const set = resources.typesetter.set(textOf(element, frame), style);
      if (set.ink === null) return null;
      const baselinePx = yPosition + set.ascentPx;
      return {
        box: { xPx: xPosition, yPx: yPosition, widthPx: set.line.widthPx, heightPx: set.ascentPx + set.descentPx },
        ink: translate(set.ink, xPosition, baselinePx),
        moves: false,
        paint: (context, view) => paintLine(context, view, element, set, baselinePx),
      };
    },
  };
}

function paintLine(context: Canvas2D, view: View, element: SceneElement, set: SetLine, baselinePx: number): void {
  const { scale, offsetXPx, offsetYPx } = view;
  const y = Math.round(baselinePx * scale) - offsetYPx;
  context.setTransform(scale, 0, 0, scale, element.xPosition * scale - offsetXPx, y);
  context.globalAlpha = element.opacity / 100;
  context.fillStyle = element.textColor;
  context.fill(set.path, "nonzero");
}
