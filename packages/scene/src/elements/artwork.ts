import type { FrameState } from "@nightjar/contract";
import { centredSquare } from "../bitmap.ts";
import type { CanvasKit, Surface } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { isEmpty } from "../rect.ts";
import { addRoundedRect } from "../shapes.ts";
import { placePicture, squareOf, writeBitmap } from "./picture.ts";
import type { ElementRenderer } from "./placed.ts";
import { fillPlaceholder } from "./placeholder.ts";

const RADIUS_PER_EDGE = 0.1;

/** A hairline of light along the edge, so that a dark cover has one on a dark ground. */
const HAIRLINE_PX = 1.5;
const HAIRLINE_ALPHA = 0.14;

const seedOf = (frame: FrameState): string => `${frame.artist}\n${frame.title}`;

/** The track's cover: the middle square of it in a box of fontSize, corners rounded; a placeholder where there is none. */
export const artworkRenderer: ElementRenderer = {
  content: (_element, frame, hashes) => hashes.artwork ?? `placeholder ${seedOf(frame)}`,
  placeholder: squareOf,
  isPicture: true,
  place(element, frame, resources) {
    const { artwork } = resources.pictures;
    const edge = element.fontSize;
    return placePicture(element, resources, {
      rect: squareOf(element),
      radiusPx: edge * RADIUS_PER_EDGE,
      source: artwork ?? `placeholder ${seedOf(frame)}`,
      fill(surface, widthPx, heightPx) {
        if (artwork === null) fillPlaceholder(resources.kit, surface, widthPx, seedOf(frame));
        else writeBitmap(surface, artwork, centredSquare(artwork), widthPx, heightPx);
        strokeInside(resources.kit, surface, widthPx, heightPx, widthPx / edge);
      },
    });
  },
};

/** Fills what lies between the edge of the square and a rounded one inside it; the mask for round corners comes after. */
function strokeInside(kit: CanvasKit, { context }: Surface, widthPx: number, heightPx: number, scale: number): void {
  const line = Math.max(1, HAIRLINE_PX * scale);
  const path = kit.createPath();
  addRoundedRect(path, { xPx: 0, yPx: 0, widthPx, heightPx }, 0);
  const inner: Rect = { xPx: line, yPx: line, widthPx: widthPx - 2 * line, heightPx: heightPx - 2 * line };
  if (isEmpty(inner)) return;
  addRoundedRect(path, inner, widthPx * RADIUS_PER_EDGE - line);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = HAIRLINE_ALPHA;
  context.fillStyle = "#FFFFFF";
  context.fill(path, "evenodd");
  context.globalAlpha = 1;
}
