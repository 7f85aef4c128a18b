import type { FrameState, Scene } from "@nightjar/contract";
import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX } from "@nightjar/contract";
import { layout } from "./layout.ts";
import type { Rect } from "./rect.ts";
import { area, bottom, fromEdges, intersection, right, subtract, union } from "./rect.ts";
import type { SceneResources } from "./resources.ts";

/** Of the target picture, in pixels; 16:9 like the design canvas, even. */
export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Where a scene has ink. All boxes are even, inside the picture, and no two of them overlap. */
export interface SceneBoxes {
  /** Once per track. */
  readonly still: readonly Rect[];
  /** Must be drawn again while the track plays. */
  readonly moving: readonly Rect[];
}

/** Each box is one more overlay to blend: near ones are joined, and never more than these of a kind remain. */
const NEAR_PX = 32;
const MAX_BOXES = 8;
/** Snapping to device pixels and antialiasing. */
const MARGIN_PX = 1;

export function scaleOf({ widthPx, heightPx }: PictureSize): number {
  const fits = heightPx * CANVAS_WIDTH_PX === widthPx * CANVAS_HEIGHT_PX && widthPx % 2 === 0 && heightPx % 2 === 0;
  if (!fits) throw new RangeError(`a scene is drawn at 16:9 in even pixels, not at ${widthPx}x${heightPx}`);
  return widthPx / CANVAS_WIDTH_PX;
}

/** A box is a window onto the whole picture, so a still element under a moving one is part of the moving box. */
export function boundingBoxes(scene: Scene, frame: FrameState, resources: SceneResources, size: PictureSize): SceneBoxes {
  const scale = scaleOf(size);
  const { plates, elements } = layout(scene, frame, resources);
  const all = [...plates, ...elements];
  const boxesOf = (moves: boolean): Rect[] =>
    merge(all.filter((placed) => placed.moves === moves).flatMap(({ ink }) => deviceBox(ink, scale, size)));
  const moving = boxesOf(true);
  const still = moving.reduce((rest, hole) => rest.flatMap((box) => subtract(box, hole)), boxesOf(false));
  return { still, moving };
}

function deviceBox(ink: Rect, scale: number, size: PictureSize): Rect[] {
  const box = fromEdges(
    evenBelow(ink.xPx * scale - MARGIN_PX),
    evenBelow(ink.yPx * scale - MARGIN_PX),
    evenAbove(right(ink) * scale + MARGIN_PX),
    evenAbove(bottom(ink) * scale + MARGIN_PX),
  );
  const inside = intersection(box, { xPx: 0, yPx: 0, ...size });
  return inside === null ? [] : [inside];
}

const evenBelow = (value: number): number => Math.floor(value / 2) * 2;
const evenAbove = (value: number): number => Math.ceil(value / 2) * 2;

/** Joins boxes that overlap or lie near each other, then the cheapest pairs until few enough remain. */
function merge(boxes: readonly Rect[]): Rect[] {
  const merged = [...boxes];
  for (;;) {
    const pair = cheapestPair(merged);
    if (pair === null || (!pair.isNear && merged.length <= MAX_BOXES)) return merged;
    merged.splice(pair.second, 1);
    merged[pair.first] = pair.joined;
  }
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly joined: Rect;
  readonly isNear: boolean;
}

function cheapestPair(boxes: readonly Rect[]): Pair | null {
  let best: (Pair & { cost: number }) | null = null;
  for (const [second, b] of boxes.entries()) {
    for (const [first, a] of boxes.slice(0, second).entries()) {
      const joined = union(a, b);
      const isNear = gap(a, b) <= NEAR_PX;
      const cost = area(joined) - area(a) - area(b);
      const isBetter = best === null || (isNear && !best.isNear) || (isNear === best.isNear && cost < best.cost);
      if (isBetter) best = { first, second, joined, isNear, cost };
    }
  }
  return best;
}

/** Pixels between two boxes along the axis where they are further apart; below 0 they overlap. */
function gap(a: Rect, b: Rect): number {
  const x = Math.max(a.xPx, b.xPx) - Math.min(right(a), right(b));
  const y = Math.max(a.yPx, b.yPx) - Math.min(bottom(a), bottom(b));
  return Math.max(x, y);
}
