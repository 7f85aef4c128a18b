export interface Rect {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export const right = (rect: Rect): number => rect.xPx + rect.widthPx;
export const bottom = (rect: Rect): number => rect.yPx + rect.heightPx;
export const area = (rect: Rect): number => rect.widthPx * rect.heightPx;
export const isEmpty = (rect: Rect): boolean => !(rect.widthPx > 0 && rect.heightPx > 0);

export function fromEdges(left: number, top: number, rightEdge: number, bottomEdge: number): Rect {
  return { xPx: left, yPx: top, widthPx: rightEdge - left, heightPx: bottomEdge - top };
}

/** The smallest rectangle around both. */
export function union(a: Rect, b: Rect): Rect {
  return fromEdges(Math.min(a.xPx, b.xPx), Math.min(a.yPx, b.yPx), Math.max(right(a), right(b)), Math.max(bottom(a), bottom(b)));
}

export function unionAll(rects: readonly Rect[]): Rect | null {
  const [first, ...rest] = rects;
  return first === undefined ? null : rest.reduce(union, first);
}

/** What both share, or null where they only touch or lie apart. */
export function intersection(a: Rect, b: Rect): Rect | null {
  const shared = fromEdges(Math.max(a.xPx, b.xPx), Math.max(a.yPx, b.yPx), Math.min(right(a), right(b)), Math.min(bottom(a), bottom(b)));
  return isEmpty(shared) ? null : shared;
}

/** The part of `rect` outside `hole`, as at most four rectangles that do not overlap. */
export function subtract(rect: Rect, hole: Rect): Rect[] {
  const cut = intersection(rect, hole);
  if (cut === null) return [rect];
  const parts = [
    fromEdges(rect.xPx, rect.yPx, right(rect), cut.yPx),
    fromEdges(rect.xPx, cut.yPx, cut.xPx, bottom(cut)),
    fromEdges(right(cut), cut.yPx, right(rect), bottom(cut)),
    fromEdges(rect.xPx, bottom(cut), right(rect), bottom(rect)),
  ];
  return parts.filter((part) => !isEmpty(part));
}

export function translate(rect: Rect, byXPx: number, byYPx: number): Rect {
  return { ...rect, xPx: rect.xPx + byXPx, yPx: rect.yPx + byYPx };
}

export function grow(rect: Rect, byPx: number): Rect {
  return fromEdges(rect.xPx - byPx, rect.yPx - byPx, right(rect) + byPx, bottom(rect) + byPx);
}

/** Design pixels to whole device pixels: each edge to the nearest one, at least one pixel in size. */
export function toDevicePixels(rect: Rect, scale: number): Rect {
  const left = Math.round(rect.xPx * scale);
  const top = Math.round(rect.yPx * scale);
  return fromEdges(left, top, Math.max(left + 1, Math.round(right(rect) * scale)), Math.max(top + 1, Math.round(bottom(rect) * scale)));
}
