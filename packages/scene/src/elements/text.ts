import type { FrameState, SceneElement } from "@nightjar/contract";
import { CANVAS_WIDTH_PX } from "@nightjar/contract";
import type { Canvas2D, CanvasKit, View } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { bottom, fromEdges, right, translate } from "../rect.ts";
import type { SceneTools } from "../resources.ts";
import type { FaceStyle } from "../text/fallbacks.ts";
import { hanStyleOf, hasHan } from "../text/fallbacks.ts";
import type { ColouredGlyph, SetLine } from "../text/typesetter.ts";
import { toLine } from "../text/unicode.ts";
import type { ElementRenderer, Placed } from "./placed.ts";

/** What an element says, and what else tells in which language: title and artist explain each other's Han characters. */
export interface Wording {
  readonly text: string;
  readonly context: string;
}

/**
 * A line of text. Its box begins at (xPosition, yPosition), is as wide as the line's advances and as high as the font's ascender
 * and descender together, whatever the words; the baseline lies one ascender below the top, on a whole device pixel so that
 * letters stand sharp. Right-to-left text begins at the same left edge.
 */
export function textRenderer(wordingOf: (element: SceneElement, frame: FrameState) => Wording): ElementRenderer {
  return {
    content: (element, frame) => contentOf(wordingOf(element, frame)),
    texts: (element, frame) => {
      const wording = wordingOf(element, frame);
      return [{ text: wording.text, style: faceOf(element, wording) }];
    },
    placeholder: emptyTextBox,
    hasBoxWidth: true,
    place: (element, frame, resources) => placeText(element, wordingOf(element, frame), resources, 0),
  };
}

/** Equal texts give equal pixels, but for Han characters: those look as the text's surroundings say. */
export function contentOf({ text, context }: Wording): string {
  const line = toLine(text);
  return hasHan(line) ? `${hanStyleOf(line, context)}\u0000${line}` : line;
}

export function faceOf({ fontFamily, fontWeight }: SceneElement, { text, context }: Wording): FaceStyle {
  return { fontFamily, fontWeight, hanStyle: hanStyleOf(text, context) };
}

const EMPTY_WIDTH_PER_SIZE = 4;

/** As large as a short word would be, to be found and taken hold of. */
export function emptyTextBox(element: SceneElement, tools: SceneTools): Rect {
  const { xPosition: xPx, yPosition: yPx, fontSize, boxWidthPx } = element;
  const { ascentPx, descentPx } = tools.typesetter.heightOf(element.fontFamily, element.fontWeight, fontSize);
  return { xPx, yPx, widthPx: boxWidthPx ?? fontSize * EMPTY_WIDTH_PER_SIZE, heightPx: ascentPx + descentPx };
}

export interface PlacedText extends Placed {
  readonly baselinePx: number;
}

/** @param indentPx how far right of the element's left edge the text begins; null: there is nothing to draw */
export function placeText(element: SceneElement, wording: Wording, tools: SceneTools, indentPx: number): PlacedText | null {
  const { xPosition, yPosition, fontSize } = element;
  const maxWidthPx = (element.boxWidthPx ?? CANVAS_WIDTH_PX - xPosition) - indentPx;
  const set = tools.typesetter.set(wording.text, { ...faceOf(element, wording), fontSizePx: fontSize, maxWidthPx });
  if (set.ink === null) return null;
  const leftPx = xPosition + indentPx;
  const baselinePx = yPosition + set.ascentPx;
  return {
    box: { xPx: leftPx, yPx: yPosition, widthPx: set.line.widthPx, heightPx: set.ascentPx + set.descentPx },
    ink: translate(set.ink, leftPx, baselinePx),
    moves: false,
    baselinePx,
    paint: (context, view) => paintLine(context, view, tools.kit, element, set, { leftPx, baselinePx }),
  };
}

interface Origin {
  readonly leftPx: number;
  readonly baselinePx: number;
}

function paintLine(context: Canvas2D, view: View, kit: CanvasKit, element: SceneElement, set: SetLine, origin: Origin): void {
  const { scale, offsetXPx, offsetYPx } = view;
  const x = origin.leftPx * scale - offsetXPx;
  const y = Math.round(origin.baselinePx * scale) - offsetYPx;
  context.setTransform(scale, 0, 0, scale, x, y);
  context.globalAlpha = element.opacity / 100;
  context.fillStyle = element.textColor;
  context.fill(set.path, "nonzero");
  for (const glyph of set.coloured) paintColoured(context, kit, element, glyph, { scale, x, y });
}

/** Its parts lie over each other, so they are put together first: half transparent, each would shine through the next. */
function paintColoured(
  context: Canvas2D,
  kit: CanvasKit,
  element: SceneElement,
  glyph: ColouredGlyph,
  { scale, x, y }: { readonly scale: number; readonly x: number; readonly y: number },
): void {
  const left = Math.floor(x + glyph.ink.xPx * scale) - 1;
  const top = Math.floor(y + glyph.ink.yPx * scale) - 1;
  const rect = fromEdges(left, top, Math.ceil(x + right(glyph.ink) * scale) + 1, Math.ceil(y + bottom(glyph.ink) * scale) + 1);
  const surface = kit.createSurface(rect.widthPx, rect.heightPx);
  surface.context.setTransform(scale, 0, 0, scale, x - left, y - top);
  for (const { path, colour, alpha } of glyph.parts) {
    surface.context.globalAlpha = alpha;
    surface.context.fillStyle = colour ?? element.textColor;
    surface.context.fill(path, "nonzero");
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = element.opacity / 100;
  context.imageSmoothingEnabled = false;
  context.drawImage(surface.image, left, top);
}
