import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX, type ElementFields, type ElementId } from "@nightjar/contract";
import { fittedWidth, rigidBox } from "./boxes.ts";
import type { DesignElement } from "./document.ts";
import { bottomOf, centerXOf, centerYOf, fromEdges, type Rect, rightOf, unionOf } from "./geometry.ts";
import type { AlignEdge, Axis, ElementBox } from "./types.ts";

export interface Framed {
  readonly element: DesignElement;
  readonly box: ElementBox;
}
type Positions = ReadonlyMap<ElementId, Partial<ElementFields>>;

const CANVAS: Rect = fromEdges(0, 0, CANVAS_WIDTH_PX, CANVAS_HEIGHT_PX);

/** How far a group can go, together, so that all of it stays on the canvas. What already hangs over may only come back. */
export function limitMove(framed: readonly Framed[], byXPx: number, byYPx: number): { byXPx: number; byYPx: number } {
  const all = unionOf(framed.map(({ element, box }) => rigidBox(element, box)));
  if (all === null) return { byXPx: 0, byYPx: 0 };
  const within = (by: number, start: number, end: number, size: number) =>
    Math.min(Math.max(by, Math.min(0, -start)), Math.max(0, Math.floor(size - end)));
  return {
    byXPx: within(byXPx, all.xPx, rightOf(all), CANVAS_WIDTH_PX),
    byYPx: within(byYPx, all.yPx, bottomOf(all), CANVAS_HEIGHT_PX),
  };
}

/** Every element by the same way; whole pixels. A box may lie beside its element's position: the difference stays. */
export function moved(framed: readonly Framed[], byXPx: number, byYPx: number): Positions {
  return new Map(framed.map(({ element, box }) => [element.id, movedTo(element, box, box.xPx + byXPx, box.yPx + byYPx)]));
}

function movedTo(element: DesignElement, box: ElementBox, xPx: number, yPx: number): Partial<ElementFields> {
  const at = (value: number, max: number) => Math.min(Math.max(Math.round(value), 0), max);
  const xPosition = at(element.xPosition + xPx - box.xPx, CANVAS_WIDTH_PX);
  const yPosition = at(element.yPosition + yPx - box.yPx, CANVAS_HEIGHT_PX);
  return { xPosition, yPosition, ...fittedWidth(element, box, xPosition) };
}

/** Several to their common edge, a single one to the canvas's. */
export function aligned(framed: readonly Framed[], edge: AlignEdge): Positions {
  const boxes = framed.map(({ box }) => box);
  const frame = boxes.length > 1 ? (unionOf(boxes) ?? CANVAS) : CANVAS;
  return new Map(
    framed.map(({ element, box }) => {
      const { xPx, yPx } = alignedBox(box, frame, edge);
      return [element.id, movedTo(element, box, xPx, yPx)];
    }),
  );
}

function alignedBox(box: Rect, frame: Rect, edge: AlignEdge): { xPx: number; yPx: number } {
  const { xPx, yPx } = box;
  switch (edge) {
    case "left":
      return { xPx: frame.xPx, yPx };
    case "center":
      return { xPx: centerXOf(frame) - box.widthPx / 2, yPx };
    case "right":
      return { xPx: rightOf(frame) - box.widthPx, yPx };
    case "top":
      return { xPx, yPx: frame.yPx };
    case "middle":
      return { xPx, yPx: centerYOf(frame) - box.heightPx / 2 };
    case "bottom":
      return { xPx, yPx: bottomOf(frame) - box.heightPx };
  }
}

/** The same gap between neighbours; the two outermost stay. Fewer than three have nothing between them. */
export function distributed(framed: readonly Framed[], axis: Axis): Positions {
  if (framed.length < 3) return new Map();
  const isHorizontal = axis === "horizontal";
  const startOf = (box: Rect) => (isHorizontal ? box.xPx : box.yPx);
  const sizeOf = (box: Rect) => (isHorizontal ? box.widthPx : box.heightPx);
  const line = framed.toSorted((a, b) => startOf(a.box) - startOf(b.box));
  const ends = line.map(({ box }) => startOf(box) + sizeOf(box));
  const start = startOf(line[0]?.box ?? CANVAS);
  const filled = line.reduce((sum, { box }) => sum + sizeOf(box), 0);
  const gap = (Math.max(...ends) - start - filled) / (line.length - 1);
  let at = start;
  return new Map(
    line.map(({ element, box }) => {
      const to = isHorizontal ? movedTo(element, box, at, box.yPx) : movedTo(element, box, box.xPx, at);
      at += sizeOf(box) + gap;
      return [element.id, to];
    }),
  );
}
