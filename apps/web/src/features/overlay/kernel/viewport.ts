import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX } from "@nightjar/contract";
import type { Point } from "./geometry.ts";

/** Where the canvas lies in the stage: screen = canvas * scale + offset, in pixels of the page. */
export interface Viewport {
  readonly scale: number;
  readonly xPx: number;
  readonly yPx: number;
  /** Follows the stage's size until somebody zooms or pans. */
  readonly isFitted: boolean;
}

export interface StageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

export const MIN_SCALE = 0.05;
export const MAX_SCALE = 8;
const STEP = 1.25;
/** Of the stage, around a fitted canvas: room for handles at its edges. */
const MARGIN_PX = 24;

export function fitted({ widthPx, heightPx }: StageSize): Viewport {
  const margin = widthPx < 600 ? MARGIN_PX / 2 : MARGIN_PX;
  const fits = Math.min((widthPx - 2 * margin) / CANVAS_WIDTH_PX, (heightPx - 2 * margin) / CANVAS_HEIGHT_PX);
  return { ...centred(even(fits, Math.floor), { widthPx, heightPx }), isFitted: true };
}

const WHOLE = 120;
/** A scale at which the canvas is a whole number of pixels wide and high: letters stay sharp. */
const even = (scale: number, round: (value: number) => number): number =>
  Math.min(Math.max(round(scale * WHOLE) / WHOLE, MIN_SCALE), MAX_SCALE);

const MIDDLE: Point = { xPx: CANVAS_WIDTH_PX / 2, yPx: CANVAS_HEIGHT_PX / 2 };

/** At this scale, with that point of the canvas in the middle of the stage. */
export function centred(scale: number, { widthPx, heightPx }: StageSize, at: Point = MIDDLE): Viewport {
  const xPx = Math.round(widthPx / 2 - at.xPx * scale);
  const yPx = Math.round(heightPx / 2 - at.yPx * scale);
  return { scale, xPx, yPx, isFitted: false };
}

/** The point of the stage under the pointer stays where it is. */
export function zoomed(view: Viewport, factor: number, at: Point): Viewport {
  const scale = Math.min(Math.max(view.scale * factor, MIN_SCALE), MAX_SCALE);
  const grown = scale / view.scale;
  return { scale, xPx: at.xPx - (at.xPx - view.xPx) * grown, yPx: at.yPx - (at.yPx - view.yPx) * grown, isFitted: false };
}

export function zoomedStep(view: Viewport, way: 1 | -1, size: StageSize): Viewport {
  const scale = even(way === 1 ? view.scale * STEP : view.scale / STEP, way === 1 ? Math.ceil : Math.floor);
  return zoomed(view, scale / view.scale, { xPx: size.widthPx / 2, yPx: size.heightPx / 2 });
}

/** A part of the canvas stays in sight, so that it can be found again. */
export function panned(view: Viewport, byXPx: number, byYPx: number, size: StageSize): Viewport {
  const keep = (offset: number, length: number, room: number) => Math.min(Math.max(offset, 80 - length), room - 80);
  return {
    ...view,
    xPx: keep(view.xPx + byXPx, CANVAS_WIDTH_PX * view.scale, size.widthPx),
    yPx: keep(view.yPx + byYPx, CANVAS_HEIGHT_PX * view.scale, size.heightPx),
    isFitted: false,
  };
}

export const toCanvas = (view: Viewport, screen: Point): Point => ({
  xPx: (screen.xPx - view.xPx) / view.scale,
  yPx: (screen.yPx - view.yPx) / view.scale,
});
