import type { Path } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { fromEdges } from "../rect.ts";

export const MOVE = 0;
export const LINE = 1;
export const QUADRATIC = 2;
export const CUBIC = 3;
export const CLOSE = 4;

/** A glyph's outline in font units, y upwards. */
export interface Outline {
  readonly commands: readonly number[];
  readonly points: readonly number[];
  /** Around all points, control points included: never smaller than the ink. null: nothing to fill, as a space. */
  readonly bounds: Rect | null;
}

const POINT_NUMBERS = [2, 2, 4, 6, 0] as const;

export function outlineOf(commands: readonly number[], points: readonly number[]): Outline {
  if (points.length === 0) return { commands, points, bounds: null };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] ?? 0;
    const y = points[i + 1] ?? 0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { commands, points, bounds: fromEdges(left, top, right, bottom) };
}

/** Adds an outline to a path, its origin at (x, y), y turned downwards. */
export function appendOutline(path: Path, outline: Outline, x: number, y: number, scale: number): void {
  const { commands, points } = outline;
  let at = 0;
  const px = (index: number): number => x + (points[at + index] ?? 0) * scale;
  const py = (index: number): number => y - (points[at + index] ?? 0) * scale;
  for (const command of commands) {
    if (command === MOVE) path.moveTo(px(0), py(1));
    else if (command === LINE) path.lineTo(px(0), py(1));
    else if (command === QUADRATIC) path.quadraticCurveTo(px(0), py(1), px(2), py(3));
    else if (command === CUBIC) path.bezierCurveTo(px(0), py(1), px(2), py(3), px(4), py(5));
    else path.closePath();
    at += POINT_NUMBERS[command] ?? 0;
  }
}
