import type { ElementId, ScenePlate } from "@nightjar/contract";
import { type DesignDocument, type DesignElement, elementsOf } from "./document.ts";
import { bottomOf, contains, fromEdges, type Point, type Rect, rightOf, unionOf } from "./geometry.ts";
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

/**
 * Handles first, then what is in front; what is locked only where nothing else is. A panel is taken hold of as all that stands on it.
 * Hidden elements are not there.
 */
export function hitAt(at: Point, document: DesignDocument, selection: readonly ElementId[], boxes: Boxes, reachPx: number): Hit {
  const frame = selectionFrame(selection, boxes);
  if (frame !== null) {
    const handle = handlesOf(elementsOf(document, selection)).find((one) => isNear(handlePoint(frame, one), at, frame, reachPx));
    if (handle !== undefined) return { on: "handle", handle };
  }
  const visible = document.elements.filter(({ isVisible }) => isVisible);
  const under = visible.toReversed().filter(({ id }) => holds(boxes.get(id)?.drawn, at));
  // The empty part of a selected text's width is seen too: it has a frame.
  const framed = visible.find(({ id }) => selection.includes(id) && holds(boxes.get(id), at));
  const element = under.find(({ isLocked }) => !isLocked) ?? framed;
  if (element !== undefined) return { on: "elements", ids: [element.id] };
  const plate = document.plates.findLast((one) => holds(plateBox(one, visible, boxes), at));
  if (plate !== undefined) return { on: "elements", ids: plate.elementIds.filter((id) => visible.some((one) => one.id === id)) };
  return under[0] === undefined ? { on: "canvas" } : { on: "elements", ids: [under[0].id] };
}

function plateBox(plate: ScenePlate, visible: readonly DesignElement[], boxes: Boxes): Rect | undefined {
  const { elementIds, paddingPx, paddingRightPx } = plate;
  const members = visible.filter(({ id }) => elementIds.includes(id)).flatMap(({ id }) => boxes.get(id) ?? []);
  const inner = unionOf(members.filter(({ isShown }) => isShown).map(({ drawn }) => drawn));
  if (inner === null) return undefined;
  return fromEdges(inner.xPx - paddingPx, inner.yPx - paddingPx, rightOf(inner) + paddingRightPx, bottomOf(inner) + paddingPx);
}

const holds = (box: Rect | undefined, at: Point): boolean => box !== undefined && contains(box, at);

/** Inside the frame a handle reaches a quarter of the way at most: a finger must be able to take hold of something small. */
function isNear(handle: Point, at: Point, frame: Rect, reachPx: number): boolean {
  const isWithin = (place: number, point: number, start: number, size: number) => {
    const isInside = point > start && point < start + size;
    return Math.abs(point - place) <= (isInside ? Math.min(reachPx, size / 4) : reachPx);
  };
  return isWithin(handle.xPx, at.xPx, frame.xPx, frame.widthPx) && isWithin(handle.yPx, at.yPx, frame.yPx, frame.heightPx);
}
