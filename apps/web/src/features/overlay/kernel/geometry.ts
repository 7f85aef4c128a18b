/** In canvas pixels, as `Rect` of the scene package. */
export interface Rect {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Point {
  readonly xPx: number;
  readonly yPx: number;
}

export const rightOf = (rect: Rect): number => rect.xPx + rect.widthPx;
export const bottomOf = (rect: Rect): number => rect.yPx + rect.heightPx;
export const centerXOf = (rect: Rect): number => rect.xPx + rect.widthPx / 2;
export const centerYOf = (rect: Rect): number => rect.yPx + rect.heightPx / 2;

export function fromEdges(left: number, top: number, right: number, bottom: number): Rect {
  return { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
}

/** The rectangle between two corners, whichever they are. */
export function betweenPoints(a: Point, b: Point): Rect {
  return fromEdges(Math.min(a.xPx, b.xPx), Math.min(a.yPx, b.yPx), Math.max(a.xPx, b.xPx), Math.max(a.yPx, b.yPx));
}

/** The smallest rectangle around all; null without any. */
export function unionOf(rects: readonly Rect[]): Rect | null {
  const [first, ...rest] = rects;
  if (first === undefined) return null;
  return rest.reduce(
    (a, b) =>
      fromEdges(Math.min(a.xPx, b.xPx), Math.min(a.yPx, b.yPx), Math.max(rightOf(a), rightOf(b)), Math.max(bottomOf(a), bottomOf(b))),
    first,
  );
}

export const movedBy = (rect: Rect, byXPx: number, byYPx: number): Rect => ({ ...rect, xPx: rect.xPx + byXPx, yPx: rect.yPx + byYPx });

export const contains = (rect: Rect, { xPx, yPx }: Point): boolean =>
  xPx >= rect.xPx && xPx <= rightOf(rect) && yPx >= rect.yPx && yPx <= bottomOf(rect);

export const meet = (a: Rect, b: Rect): boolean => a.xPx < rightOf(b) && b.xPx < rightOf(a) && a.yPx < bottomOf(b) && b.yPx < bottomOf(a);
