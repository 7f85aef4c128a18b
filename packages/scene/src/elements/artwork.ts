import type { FrameState } from "@nightjar/contract";
import { centredSquare } from "../bitmap.ts";
import type { Rect } from "../rect.ts";
import { bitmapFill, paintPicture } from "./picture.ts";
import type { ElementRenderer } from "./placed.ts";
import { fillPlaceholder } from "./placeholder.ts";

const RADIUS_PER_EDGE = 0.1;

const seedOf = (frame: FrameState): string => `${frame.artist}\n${frame.title}`;

/** The track's cover: the middle square of it in a box of fontSize, corners rounded; a placeholder where there is none. */
export const artworkRenderer: ElementRenderer = {
  content: (_element, frame, hashes) => hashes.artwork ?? `placeholder ${seedOf(frame)}`,
  place(element, frame, resources) {
    const { artwork } = resources.pictures;
    const edge = element.fontSize;
    const rect: Rect = { xPx: element.xPosition, yPx: element.yPosition, widthPx: edge, heightPx: edge };
    return {
      box: rect,
      ink: rect,
      moves: false,
      paint: (context, view) =>
        paintPicture(context, view, resources, {
          rect,
          radiusPx: edge * RADIUS_PER_EDGE,
          opacity: element.opacity,
          source: artwork,
          fill:
            artwork === null
              ? (surface, widthPx) => fillPlaceholder(resources.kit, surface, widthPx, seedOf(frame))
              : bitmapFill(artwork, centredSquare(artwork)),
        }),
    };
  },
};
