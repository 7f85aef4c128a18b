import type { ElementId } from "@nightjar/contract";
import { type DesignDocument, elementsOf } from "./document.ts";
import { contains, type Point, type Rect, unionOf } from "./geometry.ts";
import { type Handle, handlesOf } from "./resize.ts";
import type { Hit } from "./tool.ts";
import type { Boxes } from "./types.ts";

/** The common frame of what is selected; null: nothing is. */
export function selectionFrame(selection: readonly ElementId[], boxes: Boxes): Rect | null {
  return unionOf(selection.flatMap((id) => boxes.get(id) ?? []));
}

export function handlePoint(frame: Rect, handle: Handle): Point {
  const xPx = handle.endsWith("left") ? frame.xPx : frame.xPx + frame.widthPx;
  if (handle === "left" || handle === "right") return { xPx, yPx: frame.yPx + frame.heightPx / 2 };
  return { xPx, yPx: handle.startsWith("top") ? frame.yPx : frame.yPx + frame.heightPx };
}

/** Handles first, then what is in front; what is locked only where nothing else is. Hidden elements are not there. */
export function hitAt(at: Point, document: DesignDocument, selection: readonly ElementId[], boxes: Boxes, reachPx: number): Hit {
  const frame = selectionFrame(selection, boxes);
  if (frame !== null) {
    const handle = handlesOf(elementsOf(document, selection)).find((one) => isNear(handlePoint(frame, one), at, reachPx));
    if (handle !== undefined) return { on: "handle", handle };
  }
  const under = document.elements.toReversed().filter(({ id, isVisible }) => isVisible && holds(boxes.get(id), at));
  const chosen = under.find(({ isLocked }) => !isLocked) ?? under[0];
  return chosen === undefined ? { on: "canvas" } : { on: "element", id: chosen.id };
}

const holds = (box: Rect | undefined, at: Point): boolean => box !== undefined && contains(box, at);
const isNear = (a: Point, b: Point, reachPx: number): boolean => Math.abs(a.xPx - b.xPx) <= reachPx && Math.abs(a.yPx - b.yPx) <= reachPx;
