import type { FrameState, SceneElement } from "@nightjar/contract";
import type { Canvas2D, View } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import type { SceneResources } from "../resources.ts";
import type { FaceStyle } from "../text/fallbacks.ts";

/** A thing laid out on the design canvas, ready to be painted. */
export interface Placed {
  /** Its box, in design pixels: what plates are sized by and a designer's handles go round. */
  readonly box: Rect;
  /** Everything it paints lies inside, but for half a device pixel of snapping and one of antialiasing. */
  readonly ink: Rect;
  /** Whether it looks different a moment later in the same track. */
  readonly moves: boolean;
  /** Paints with any transform, alpha and fill style; the caller saves and restores. */
  paint(context: Canvas2D, view: View): void;
}

/** One element type. */
export interface ElementRenderer {
  /** null: there is nothing to draw, as for an empty text. */
  place(element: SceneElement, frame: FrameState, resources: SceneResources): Placed | null;
  /** Where it would stand if there were something to draw: what a designer takes hold of. */
  placeholder(element: SceneElement, resources: SceneResources): Rect;
  /** A square picture: neither as wide as boxWidthPx says nor with an outline. */
  readonly isPicture: boolean;
  /** The texts it sets, for loading their fonts before; absent where there is never any. */
  texts?(element: SceneElement, frame: FrameState): readonly StyledText[];
  /** What the picture depends on beside the element itself: part of the key of drawn pixels. */
  content(element: SceneElement, frame: FrameState, hashes: PictureHashes): string | null;
}

export interface StyledText {
  readonly text: string;
  readonly style: FaceStyle;
}

/** Content hashes of the pictures, in place of the pictures. */
export interface PictureHashes {
  readonly artwork: string | null;
  readonly media: Readonly<Record<string, string>>;
}
