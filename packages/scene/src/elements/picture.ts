import type { SceneElement } from "@nightjar/contract";
import { Recent } from "@nightjar/kit";
import type { Bitmap } from "../bitmap.ts";
import { resample } from "../bitmap.ts";
import type { CanvasKit, Surface } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { toDevicePixels, translate } from "../rect.ts";
import type { SceneTools } from "../resources.ts";
import { addRoundedRect } from "../shapes.ts";
import { decorated } from "./decorated.ts";
import type { Placed } from "./placed.ts";

/** The box of everything whose fontSize is its edge. */
export function squareOf({ xPosition: xPx, yPosition: yPx, fontSize: edge }: SceneElement): Rect {
  return { xPx, yPx, widthPx: edge, heightPx: edge };
}

/** A picture on the design canvas: made at the exact size in device pixels, then copied pixel by pixel. */
export interface PictureBox {
  readonly rect: Rect;
  /** In design pixels. */
  readonly radiusPx: number;
  /** Makes the content, without round corners, on a surface of this size. */
  fill(surface: Surface, widthPx: number, heightPx: number): void;
  /** What the content is: the one picture it shows, under which it may be kept, or else a text. */
  readonly source: Bitmap | string;
}

export function placePicture(element: SceneElement, tools: SceneTools, picture: PictureBox): Placed {
  const { rect, source } = picture;
  return decorated(element, tools, {
    box: squareOf(element),
    ink: rect,
    moves: false,
    isOutlined: false,
    anchor: (scale) => toDevicePixels(rect, scale),
    key(scale) {
      const { widthPx, heightPx } = toDevicePixels(rect, scale);
      return JSON.stringify([typeof source === "string" ? source : tools.pictureIds.of(source), widthPx, heightPx, picture.radiusPx]);
    },
    paint(context, view, opacity = 1) {
      const device = toDevicePixels(rect, view.scale);
      const target = translate(device, -view.offsetXPx, -view.offsetYPx);
      const surface = prepared(tools, picture, device, picture.radiusPx * view.scale);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalAlpha = opacity;
      context.imageSmoothingEnabled = false;
      context.drawImage(surface.image, target.xPx, target.yPx);
    },
  });
}

/** Covers a surface with a part of a bitmap. */
export function writeBitmap(surface: Surface, bitmap: Bitmap, part: Rect, widthPx: number, heightPx: number): void {
  surface.write(resample(bitmap, part, widthPx, heightPx));
}

/** A picture that is drawn in several sizes, and one that is being resized, is not resampled for each drawing. */
const SIZES_KEPT = 4;

function prepared(tools: SceneTools, picture: PictureBox, device: Rect, radius: number): Surface {
  const { source } = picture;
  if (typeof source === "string") return make(tools, picture, device, radius);
  const key = `${device.widthPx} ${device.heightPx} ${radius}`;
  const sizes = tools.prepared.get(source) ?? new Recent<string, Surface>({ most: SIZES_KEPT });
  tools.prepared.set(source, sizes);
  return sizes.of(key, () => make(tools, picture, device, radius));
}

function make({ kit }: SceneTools, picture: PictureBox, { widthPx, heightPx }: Rect, radius: number): Surface {
  const surface = kit.createSurface(widthPx, heightPx);
  picture.fill(surface, widthPx, heightPx);
  if (radius > 0) roundCorners(kit, surface, widthPx, heightPx, radius);
  return surface;
}

function roundCorners(kit: CanvasKit, { context }: Surface, widthPx: number, heightPx: number, radius: number): void {
  const mask = kit.createPath();
  addRoundedRect(mask, { xPx: 0, yPx: 0, widthPx, heightPx }, radius);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = "destination-in";
  context.fillStyle = "#000000";
  context.fill(mask, "nonzero");
}
