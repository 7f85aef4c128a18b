import type { SceneElement } from "@nightjar/contract";
import type { Canvas2D, CanvasKit, Path } from "../canvas.ts";
import { bottom, fromEdges, right } from "../rect.ts";
import type { ColouredGlyph, SetLine } from "../text/typesetter.ts";

/** A sign before a text, such as an eye: a path of one unit to the fontSize, from the left end of the baseline. */
export interface Lead {
  readonly path: Path;
  readonly rule: "evenodd" | "nonzero";
}

/** A line or a lead with the left end of its baseline in device pixels. */
export interface PlacedOnDevice<T> {
  readonly item: T;
  readonly x: number;
  readonly y: number;
}

export interface TextPainting {
  readonly element: SceneElement;
  readonly scale: number;
  readonly lines: readonly PlacedOnDevice<SetLine>[];
  readonly lead: PlacedOnDevice<Lead> | null;
}

/** Around letters and pictures alike; inwards it lies under them. */
export function strokeText(context: Canvas2D, { element, scale, lines, lead }: TextPainting): void {
  context.strokeStyle = element.outlineColor;
  context.lineJoin = "round";
  const widthPx = 2 * element.outlineWidthPx;
  if (lead !== null) {
    const size = element.fontSize * scale;
    context.setTransform(size, 0, 0, size, lead.x, lead.y);
    context.lineWidth = widthPx / element.fontSize;
    context.stroke(lead.item.path);
  }
  context.lineWidth = widthPx;
  for (const { item, x, y } of lines) {
    context.setTransform(scale, 0, 0, scale, x, y);
    context.stroke(item.path);
    for (const { parts } of item.coloured) for (const { path } of parts) context.stroke(path);
  }
}

/** @param opacity 0 to 1 */
export function fillText(context: Canvas2D, kit: CanvasKit, painting: TextPainting, opacity: number): void {
  const { element, scale, lines, lead } = painting;
  context.globalAlpha = opacity;
  context.fillStyle = element.textColor;
  if (lead !== null) {
    const size = element.fontSize * scale;
    context.setTransform(size, 0, 0, size, lead.x, lead.y);
    context.fill(lead.item.path, lead.item.rule);
  }
  for (const { item, x, y } of lines) {
    context.setTransform(scale, 0, 0, scale, x, y);
    context.fill(item.path, "nonzero");
    for (const glyph of item.coloured) paintColoured(context, kit, glyph, { scale, x, y, textColour: element.textColor });
  }
}

interface ColouredPlace {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly textColour: string;
}

/** At the context's alpha. Its parts lie over each other, so they are put together first: half transparent, each would shine through the next. */
function paintColoured(context: Canvas2D, kit: CanvasKit, glyph: ColouredGlyph, { scale, x, y, textColour }: ColouredPlace): void {
  const left = Math.floor(x + glyph.ink.xPx * scale) - 1;
  const top = Math.floor(y + glyph.ink.yPx * scale) - 1;
  const rect = fromEdges(left, top, Math.ceil(x + right(glyph.ink) * scale) + 1, Math.ceil(y + bottom(glyph.ink) * scale) + 1);
  const surface = kit.createSurface(rect.widthPx, rect.heightPx);
  surface.context.setTransform(scale, 0, 0, scale, x - left, y - top);
  for (const { path, colour, alpha } of glyph.parts) {
    surface.context.globalAlpha = alpha;
    surface.context.fillStyle = colour ?? textColour;
    surface.context.fill(path, "nonzero");
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(surface.image, left, top);
  context.fillStyle = textColour;
}
