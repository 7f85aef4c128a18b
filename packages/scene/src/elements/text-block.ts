import type { SceneElement } from "@nightjar/contract";
import { CANVAS_HEIGHT_PX, CANVAS_WIDTH_PX } from "@nightjar/contract";
import type { View } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { grow, translate, union, unionAll } from "../rect.ts";
import type { SceneTools } from "../resources.ts";
import type { SetLine, SetText } from "../text/typesetter.ts";
import { decorated } from "./decorated.ts";
import type { Placed } from "./placed.ts";
import type { Lead, TextPainting } from "./text-paint.ts";
import { fillText, strokeText } from "./text-paint.ts";
import type { Wording } from "./wording.ts";
import { faceOf } from "./wording.ts";

/** A sign before a text; in design pixels. */
export interface PlacedLead extends Lead {
  readonly key: string;
  /** How far right of it the text begins. */
  readonly widthPx: number;
  /** Relative to the left end of the baseline. */
  readonly ink: Rect;
}

/** Design pixels: where each line's baseline begins, and what there is around them. */
interface Block {
  readonly set: SetText;
  readonly lines: readonly { readonly line: SetLine; readonly leftPx: number }[];
  /** Where the lead stands, and without one the text. */
  readonly leftPx: number;
  readonly baselinePx: number;
  readonly pitchPx: number;
  readonly box: Rect;
}

/** A text with what stands before it; null: there is nothing to draw. */
export function placeText(element: SceneElement, wording: Wording, tools: SceneTools, lead: PlacedLead | null): Placed | null {
  const block = blockOf(element, wording, tools, lead?.widthPx ?? 0);
  const ink = block === null ? null : inkOf(block, lead);
  if (block === null || ink === null) return null;
  const { outlineWidthPx, textAlign } = element;
  const isOutlined = outlineWidthPx > 0;
  return decorated(element, tools, {
    box: block.box,
    ink: isOutlined ? grow(ink, outlineWidthPx) : ink,
    moves: false,
    isOutlined,
    anchor: (scale) => ({ xPx: block.leftPx * scale, yPx: Math.round(block.baselinePx * scale) }),
    key: () => JSON.stringify([block.set.key, textAlign, lead?.key]),
    paint(context, view, opacity = 1) {
      const painting = paintingOf(element, block, lead, view);
      if (isOutlined) strokeText(context, painting);
      fillText(context, tools.kit, painting, opacity);
    },
  });
}

const EMPTY_WIDTH_PER_SIZE = 4;

/** As large as a short word would be, to be found and taken hold of. */
export function emptyTextBox(element: SceneElement, tools: SceneTools): Rect {
  const { xPosition: xPx, yPosition: yPx, fontSize, boxWidthPx } = element;
  const { ascentPx, descentPx } = tools.typesetter.heightOf(element.fontFamily, element.fontWeight, fontSize);
  return { xPx, yPx, widthPx: boxWidthPx ?? fontSize * EMPTY_WIDTH_PER_SIZE, heightPx: ascentPx + descentPx };
}

const SHARES = { left: 0, center: 0.5, right: 1 } as const;

function blockOf(element: SceneElement, wording: Wording, tools: SceneTools, indentPx: number): Block | null {
  const { xPosition, yPosition, fontSize, boxWidthPx } = element;
  const set = tools.typesetter.set(wording.text, {
    ...faceOf(element, wording),
    fontSizePx: fontSize,
    maxWidthPx: (boxWidthPx ?? CANVAS_WIDTH_PX - xPosition) - indentPx,
    maxLines: maxLinesOf(element, tools),
  });
  if (set.lines.length === 0) return null;
  const widthPx = Math.max(...set.lines.map((line) => line.widthPx));
  const share = SHARES[element.textAlign];
  const leftPx = xPosition + (boxWidthPx === null ? 0 : (boxWidthPx - indentPx - widthPx) * share);
  const pitchPx = set.ascentPx + set.descentPx;
  return {
    set,
    lines: set.lines.map((line) => ({ line, leftPx: leftPx + indentPx + (widthPx - line.widthPx) * share })),
    leftPx,
    baselinePx: yPosition + set.ascentPx,
    pitchPx,
    box: { xPx: leftPx, yPx: yPosition, widthPx: indentPx + widthPx, heightPx: set.lines.length * pitchPx },
  };
}

/** As many as stand whole on the canvas, and one in any case. */
function maxLinesOf(element: SceneElement, tools: SceneTools): number | null {
  if (element.textOverflow !== "wrap") return null;
  const { ascentPx, descentPx } = tools.typesetter.heightOf(element.fontFamily, element.fontWeight, element.fontSize);
  return Math.max(1, Math.floor((CANVAS_HEIGHT_PX - element.yPosition) / (ascentPx + descentPx)));
}

function inkOf({ lines, leftPx, baselinePx, pitchPx }: Block, lead: PlacedLead | null): Rect | null {
  const ink = unionAll(
    lines.flatMap(({ line, leftPx: lineLeftPx }, i) =>
      line.ink === null ? [] : [translate(line.ink, lineLeftPx, baselinePx + i * pitchPx)],
    ),
  );
  return ink === null || lead === null ? ink : union(ink, translate(lead.ink, leftPx, baselinePx));
}

/** Baselines on whole device pixels; those below are counted from the first, so that a text looks the same wherever it stands. */
function paintingOf(element: SceneElement, block: Block, lead: PlacedLead | null, view: View): TextPainting {
  const { scale, offsetXPx, offsetYPx } = view;
  const y = Math.round(block.baselinePx * scale) - offsetYPx;
  return {
    element,
    scale,
    lines: block.lines.map(({ line, leftPx }, i) => ({
      item: line,
      x: leftPx * scale - offsetXPx,
      y: y + Math.round(i * block.pitchPx * scale),
    })),
    lead: lead === null ? null : { item: lead, x: block.leftPx * scale - offsetXPx, y },
  };
}
