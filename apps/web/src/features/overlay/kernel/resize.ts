import { CANVAS_WIDTH_PX, type ElementFields, type ElementId, FONT_SIZE_MIN_PX } from "@nightjar/contract";
import type { Framed } from "./arrange.ts";
import { isSquare, progressWidthPx } from "./boxes.ts";
import type { DesignElement } from "./document.ts";
import { bottomOf, type Point, type Rect, rightOf, unionOf } from "./geometry.ts";
import { maxSizePx, MIN_BOX_WIDTH_PX } from "./limits.ts";

export const HANDLES = ["top-left", "top-right", "bottom-right", "bottom-left", "left", "right"] as const;
export type Handle = (typeof HANDLES)[number];
export const isSide = (handle: Handle): handle is "left" | "right" => handle === "left" || handle === "right";

/** Squares have corners; what has a width of its own has sides too; several together are scaled by the corners. */
export function handlesOf(elements: readonly DesignElement[]): readonly Handle[] {
  const [first] = elements;
  if (first === undefined || elements.some(({ isLocked }) => isLocked)) return [];
  return elements.length === 1 && !isSquare(first) ? HANDLES : HANDLES.filter((handle) => !isSide(handle));
}

/** What the elements become when this handle is pulled by so much. Corner: the size; side: the width text has. */
export function resized(framed: readonly Framed[], handle: Handle, pulled: Point): ReadonlyMap<ElementId, Partial<ElementFields>> {
  const [first] = framed;
  if (first === undefined) return new Map();
  if (isSide(handle)) return new Map([[first.element.id, widened(first, handle, pulled.xPx)]]);
  const frame = unionOf(framed.map(({ box }) => box));
  if (frame === null || frame.widthPx <= 0 || frame.heightPx <= 0) return new Map();
  const factor = factorFor(framed, frame, handle, pulled);
  return new Map(framed.map((one) => [one.element.id, scaled(one, frame, handle, factor)]));
}

/** The growth along the frame's diagonal, so that both directions count. */
function factorFor(framed: readonly Framed[], frame: Rect, handle: Handle, { xPx, yPx }: Point): number {
  const outX = handle.endsWith("left") ? -xPx : xPx;
  const outY = handle.startsWith("top") ? -yPx : yPx;
  const { widthPx, heightPx } = frame;
  const wanted = 1 + (outX * widthPx + outY * heightPx) / (widthPx ** 2 + heightPx ** 2);
  const smallest = Math.max(...framed.map(({ element }) => FONT_SIZE_MIN_PX / element.fontSize));
  const largest = Math.min(...framed.map(({ element }) => Math.max(maxSizePx(element), element.fontSize) / element.fontSize));
  return Math.min(Math.max(wanted, smallest), Math.max(largest, smallest));
}

/** The opposite corner of the frame stays where it is. */
function scaled({ element, box }: Framed, frame: Rect, handle: Handle, factor: number): Partial<ElementFields> {
  const fontSize = Math.round(element.fontSize * factor);
  const exact = fontSize / element.fontSize;
  const anchorX = handle.endsWith("left") ? rightOf(frame) : frame.xPx;
  const anchorY = handle.startsWith("top") ? bottomOf(frame) : frame.yPx;
  const far = (start: number, size: number, anchor: number) =>
    // The edge at the anchor keeps to it exactly, whatever the size was rounded to.
    Math.abs(start + size - anchor) < Math.abs(start - anchor)
      ? anchor + (start + size - anchor) * factor - size * exact
      : anchor + (start - anchor) * factor;
  const xPx = far(box.xPx, box.widthPx, anchorX) + (element.xPosition - box.xPx) * exact;
  const yPx = far(box.yPx, box.heightPx, anchorY) + (element.yPosition - box.yPx) * exact;
  const width = element.boxWidthPx === null ? {} : { boxWidthPx: limitWidth(element.boxWidthPx * exact) };
  return { fontSize, ...width, xPosition: Math.max(0, Math.round(xPx)), yPosition: Math.max(0, Math.round(yPx)) };
}

const limitWidth = (widthPx: number): number => Math.min(Math.max(Math.round(widthPx), MIN_BOX_WIDTH_PX), CANVAS_WIDTH_PX);

function widened({ element, box }: Framed, side: "left" | "right", pulledPx: number): Partial<ElementFields> {
  const before = element.type === "progress-bar" ? progressWidthPx(element) : (element.boxWidthPx ?? box.widthPx);
  if (side === "right") return { boxWidthPx: limitWidth(before + pulledPx) };
  const end = Math.round(box.xPx + before);
  const start = Math.min(Math.max(Math.round(box.xPx + pulledPx), 0), end - MIN_BOX_WIDTH_PX);
  return { xPosition: start, boxWidthPx: limitWidth(end - start) };
}
