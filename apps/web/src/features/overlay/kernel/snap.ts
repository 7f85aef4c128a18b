import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX } from "@nightjar/contract";
import { bottomOf, movedBy, type Rect, rightOf } from "./geometry.ts";
import { equalGaps, gapGuides } from "./spacing.ts";
import type { Axis, Guide } from "./types.ts";

/** One place that edges and middles stick to. */
interface Stop {
  readonly atPx: number;
  readonly fromPx: number;
  readonly toPx: number;
}

/** What a drag may stick to: made once, when it begins. */
export interface SnapTargets {
  readonly boxes: readonly Rect[];
  readonly vertical: readonly Stop[];
  readonly horizontal: readonly Stop[];
}

export interface Snap {
  readonly byXPx: number;
  readonly byYPx: number;
  readonly guides: readonly Guide[];
}

/** Screens and players cut the picture's edges: within this of them, words may be lost. */
export const SAFE_MARGIN = 0.05;

export function snapTargets(others: readonly Rect[]): SnapTargets {
  const canvasStops = (length: number, across: number): Stop[] =>
    [0, length * SAFE_MARGIN, length / 2, length * (1 - SAFE_MARGIN), length].map((atPx) => ({ atPx, fromPx: 0, toPx: across }));
  return {
    boxes: others,
    vertical: [
      ...canvasStops(CANVAS_WIDTH_PX, CANVAS_HEIGHT_PX),
      ...others.flatMap((box) => edges(box.xPx, box.widthPx).map((atPx) => ({ atPx, fromPx: box.yPx, toPx: bottomOf(box) }))),
    ],
    horizontal: [
      ...canvasStops(CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX),
      ...others.flatMap((box) => edges(box.yPx, box.heightPx).map((atPx) => ({ atPx, fromPx: box.xPx, toPx: rightOf(box) }))),
    ],
  };
}

const edges = (start: number, size: number): readonly number[] => [start, start + size / 2, start + size];

/** How far a box at `box` must go on to lie exactly on what is near, and why. @param thresholdPx in canvas pixels */
export function snapMove(box: Rect, targets: SnapTargets, thresholdPx: number): Snap {
  const x = nearest(edges(box.xPx, box.widthPx), targets.vertical, thresholdPx);
  const y = nearest(edges(box.yPx, box.heightPx), targets.horizontal, thresholdPx);
  const gapX = x === null ? equalGaps(box, targets.boxes, "horizontal", thresholdPx) : null;
  const gapY = y === null ? equalGaps(box, targets.boxes, "vertical", thresholdPx) : null;
  const byXPx = x ?? gapX ?? 0;
  const byYPx = y ?? gapY ?? 0;
  return { byXPx, byYPx, guides: guidesOf(movedBy(box, byXPx, byYPx), targets) };
}

/** For an edge that is pulled: where it sticks to. */
export function snapEdge(atPx: number, stops: readonly { readonly atPx: number }[], thresholdPx: number): number {
  return nearest([atPx], stops, thresholdPx) ?? 0;
}

function nearest(places: readonly number[], stops: readonly { readonly atPx: number }[], thresholdPx: number): number | null {
  let best: number | null = null;
  for (const { atPx } of stops) {
    for (const place of places) {
      const by = atPx - place;
      if (Math.abs(by) <= thresholdPx && (best === null || Math.abs(by) < Math.abs(best))) best = by;
    }
  }
  return best;
}

const TOUCH_PX = 0.51;

/** All lines that a box lies on, each as long as what it joins. */
export function guidesOf(box: Rect, targets: SnapTargets): readonly Guide[] {
  return [
    ...lines("vertical", edges(box.xPx, box.widthPx), targets.vertical, box.yPx, bottomOf(box)),
    ...lines("horizontal", edges(box.yPx, box.heightPx), targets.horizontal, box.xPx, rightOf(box)),
    ...gapGuides(box, targets.boxes),
  ];
}

function lines(axis: Axis, places: readonly number[], stops: readonly Stop[], fromPx: number, toPx: number): Guide[] {
  const found = new Map<number, Guide>();
  for (const stop of stops) {
    if (!places.some((place) => Math.abs(place - stop.atPx) < TOUCH_PX)) continue;
    const known = found.get(stop.atPx);
    found.set(stop.atPx, {
      kind: "line",
      axis,
      atPx: stop.atPx,
      fromPx: Math.min(known?.fromPx ?? fromPx, stop.fromPx),
      toPx: Math.max(known?.toPx ?? toPx, stop.toPx),
    });
  }
  return [...found.values()];
}
