import { CANVAS_WIDTH_PX, type ElementFields, type ElementId, type ElementType } from "@nightjar/contract";
import type { DesignDocument, DesignElement } from "./document.ts";
import { type Rect, rightOf } from "./geometry.ts";
import type { Boxes, ElementBox } from "./types.ts";

/** Types whose size is the edge of a square. */
export const SQUARE_TYPES: readonly ElementType[] = ["artwork", "image", "logo", "icon"];
export const isSquare = ({ type }: { readonly type: ElementType }): boolean => SQUARE_TYPES.includes(type);

/** As `packages/scene` draws it without a width of its own. */
const PROGRESS_MIN_WIDTH_PX = 240;
const PROGRESS_WIDTH_PER_SIZE = 12;
export const progressWidthPx = ({ boxWidthPx, fontSize }: DesignElement): number =>
  boxWidthPx ?? Math.max(PROGRESS_MIN_WIDTH_PX, PROGRESS_WIDTH_PER_SIZE * fontSize);

const GUESSED_ADVANCE = 0.55;
const GUESSED_LINE = 1.21;

/** How large an element about is: for what is not drawn (empty texts, images without a picture) and where nothing can measure. */
export function guessedBox(element: DesignElement): ElementBox {
  const rect = guessedRect(element);
  return { ...rect, drawn: rect, isShown: element.isVisible };
}

function guessedRect(element: DesignElement): Rect {
  const { xPosition: xPx, yPosition: yPx, fontSize } = element;
  if (isSquare(element)) return { xPx, yPx, widthPx: fontSize, heightPx: fontSize };
  if (element.type === "progress-bar") return { xPx, yPx, widthPx: progressWidthPx(element), heightPx: fontSize };
  const letters = Math.max(element.content?.length ?? 12, 2);
  return { xPx, yPx, widthPx: element.boxWidthPx ?? letters * fontSize * GUESSED_ADVANCE, heightPx: fontSize * GUESSED_LINE };
}

/** Letters that keep some of a text in sight. */
const ELASTIC_SIZES = 4;

const isText = ({ type }: DesignElement): boolean => !SQUARE_TYPES.includes(type) && type !== "progress-bar";

/**
 * What of a box has to stay on the canvas. Text gives way there: the empty part of its width, and what ends in an ellipsis at the
 * canvas's edge.
 */
export function rigidBox(element: DesignElement, box: ElementBox): Rect {
  if (!isText(element) || element.textAlign !== "left") return box;
  if (element.boxWidthPx !== null) return { ...box, widthPx: Math.min(box.widthPx, rightOf(box.drawn) - box.xPx) };
  if (rightOf(box) < CANVAS_WIDTH_PX - 2) return box;
  return { ...box, widthPx: Math.min(box.widthPx, ELASTIC_SIZES * element.fontSize) };
}

/** Text at the left of a width that would reach beyond the canvas gets one that ends with it, so that long titles are not cut off. */
export function fittedWidth(element: DesignElement, box: ElementBox, xPosition: number): Partial<Pick<ElementFields, "boxWidthPx">> {
  const { boxWidthPx } = element;
  if (boxWidthPx === null || !isText(element) || element.textAlign !== "left") return {};
  const drawnPx = Math.ceil(rightOf(box.drawn) - box.xPx);
  const roomPx = Math.max(CANVAS_WIDTH_PX - xPosition, drawnPx);
  return boxWidthPx > roomPx ? { boxWidthPx: roomPx } : {};
}

export const guessedBoxes = (document: DesignDocument): Boxes =>
  new Map(document.elements.map((element): [ElementId, ElementBox] => [element.id, guessedBox(element)]));
