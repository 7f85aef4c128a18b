import type { Path } from "./canvas.ts";
import type { Rect } from "./rect.ts";
import { bottom, right } from "./rect.ts";

/** Length of the handles with which a cubic curve best follows a quarter of a circle. Hosts differ in how they make arcs of their own. */
const QUARTER = 0.5522847498;

/** Adds a rectangle with round corners; radii beyond half a side are taken as that. */
export function addRoundedRect(path: Path, rect: Rect, radius: number): void {
  const r = Math.min(radius, rect.widthPx / 2, rect.heightPx / 2);
  const c = r * (1 - QUARTER);
  const [x0, y0, x1, y1] = [rect.xPx, rect.yPx, right(rect), bottom(rect)];
  path.moveTo(x0 + r, y0);
  path.lineTo(x1 - r, y0);
  path.bezierCurveTo(x1 - c, y0, x1, y0 + c, x1, y0 + r);
  path.lineTo(x1, y1 - r);
  path.bezierCurveTo(x1, y1 - c, x1 - c, y1, x1 - r, y1);
  path.lineTo(x0 + r, y1);
  path.bezierCurveTo(x0 + c, y1, x0, y1 - c, x0, y1 - r);
  path.lineTo(x0, y0 + r);
  path.bezierCurveTo(x0, y0 + c, x0 + c, y0, x0 + r, y0);
  path.closePath();
}

export function addCircle(path: Path, x: number, y: number, radius: number): void {
  addRoundedRect(path, { xPx: x - radius, yPx: y - radius, widthPx: 2 * radius, heightPx: 2 * radius }, radius);
}
