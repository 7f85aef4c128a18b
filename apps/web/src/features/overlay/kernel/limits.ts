import {
  CANVAS_WIDTH_PX,
  type ElementFields,
  elementFields,
  FONT_SIZE_MAX_PX,
  FONT_SIZE_MIN_PX,
  LARGE_SIZE_MAX_PX,
} from "@nightjar/contract";
import { fittedWidth, isSquare, rigidBox } from "./boxes.ts";
import { clampPosition, type DesignElement } from "./document.ts";
import type { Rect } from "./geometry.ts";
import { TYPE_NAMES } from "./new-element.ts";
import type { ElementBox } from "./types.ts";

/** How large an element of this type may be made. */
export const maxSizePx = (element: Pick<DesignElement, "type">): number => (isSquare(element) ? LARGE_SIZE_MAX_PX : FONT_SIZE_MAX_PX);

export const MIN_BOX_WIDTH_PX = 16;
const between = (value: number, min: number, max: number): number => Math.min(Math.max(Math.round(value), min), max);

/** What may be stored of these fields of an element: numbers within their limits, and nothing that would be refused. */
export function allowed(element: DesignElement, fields: Partial<ElementFields>, box: ElementBox): Partial<ElementFields> {
  const valid = Object.entries(fields).filter(([name, value]) => name === "name" || isNumber(value) || isValid(name, value));
  const result: Partial<ElementFields> = Object.fromEntries(valid);
  if (result.fontSize !== undefined)
    result.fontSize = between(result.fontSize, FONT_SIZE_MIN_PX, Math.max(maxSizePx(element), element.fontSize));
  const rigid = sizedTo(result, element, rigidBox(element, box));
  if (result.xPosition !== undefined) result.xPosition = clampPosition(result.xPosition, 0, rigid).xPosition;
  if (result.yPosition !== undefined) result.yPosition = clampPosition(0, result.yPosition, rigid).yPosition;
  if (result.opacity !== undefined) result.opacity = between(result.opacity, 0, 100);
  if (result.xPosition !== undefined && result.boxWidthPx === undefined) Object.assign(result, fittedWidth(element, box, result.xPosition));
  if (typeof result.boxWidthPx === "number") result.boxWidthPx = between(result.boxWidthPx, MIN_BOX_WIDTH_PX, CANVAS_WIDTH_PX);
  return Object.fromEntries(Object.entries(result).filter(([name, value]) => name === "name" || isValid(name, value)));
}

/** The box as it will be: what shrinks may stand nearer to the edge. */
function sizedTo({ fontSize, boxWidthPx }: Partial<ElementFields>, element: DesignElement, box: Rect): Rect {
  const factor = (fontSize ?? element.fontSize) / element.fontSize;
  return { ...box, widthPx: typeof boxWidthPx === "number" ? boxWidthPx : box.widthPx * factor, heightPx: box.heightPx * factor };
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function isValid(name: string, value: unknown): boolean {
  const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = elementFields.shape;
  return shape[name]?.safeParse(value).success === true;
}

/** A name may be empty while it is typed, and never when it is stored. */
export const namedElement = (element: DesignElement): DesignElement =>
  element.name.trim() === "" ? { ...element, name: TYPE_NAMES[element.type] } : element;
