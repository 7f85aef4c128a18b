import type { SceneElement } from "@nightjar/contract";
import type { Bitmap } from "../bitmap.ts";
import { resample } from "../bitmap.ts";
import type { Canvas2D, Surface, View } from "../canvas.ts";
import type { Rect } from "../rect.ts";
import { toDevicePixels, translate } from "../rect.ts";
import type { SceneTools } from "../resources.ts";
import { addRoundedRect } from "../shapes.ts";

/** The box of everything whose fontSize is its edge. */
export function squareOf({ xPosition: xPx, yPosition: yPx, fontSize: edge }: SceneElement): Rect {
  return { xPx, yPx, widthPx: edge, heightPx: edge };
}

/** A picture on the design canvas: made at the exact size in device pixels, then copied pixel by pixel. */
export interface PictureBox {
  readonly rect: Rect;
  /** In design pixels. */
  readonly radiusPx: number;
  /** 0 to 100. */
  readonly opacity: number;
  /** Makes the content, without round corners, on a surface of this size. */
  fill(surface: Surface, widthPx: number, heightPx: number): void;
  /** The picture under which the result may be kept, if it stands for all of the content. */
  readonly source: Bitmap | null;
}

export function paintPicture(context: Canvas2D, view: View, tools: SceneTools, picture: PictureBox): void {
  const device = toDevicePixels(picture.rect, view.scale);
  const target = translate(device, -view.offsetXPx, -view.offsetYPx);
  const surface = prepare(tools, picture, device, picture.radiusPx * view.scale);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = picture.opacity / 100;
  context.imageSmoothingEnabled = false;
  context.drawImage(surface.image, target.xPx, target.yPx);
}

/** Covers a surface with a part of a bitmap. */
export function writeBitmap(surface: Surface, bitmap: Bitmap, part: Rect, widthPx: number, heightPx: number): void {
  surface.write(resample(bitmap, part, widthPx, heightPx));
}

function prepare(tools: SceneTools, picture: PictureBox, device: Rect, radius: number): Surface {
  const { widthPx, heightPx } = device;
  const key = `${widthPx} ${heightPx} ${radius}`;
  const known = picture.source === null ? undefined : tools.prepared.get(picture.source);
  if (known?.key === key) return known.surface;
  const surface = tools.kit.createSurface(widthPx, heightPx);
  picture.fill(surface, widthPx, heightPx);
  if (radius > 0) roundCorners(tools, surface, widthPx, heightPx, radius);
  if (picture.source !== null) tools.prepared.set(picture.source, { key, surface });
  return surface;
}

function roundCorners(tools: SceneTools, { context }: Surface, widthPx: number, heightPx: number, radius: number): void {
  const mask = tools.kit.createPath();
  addRoundedRect(mask, { xPx: 0, yPx: 0, widthPx, heightPx }, radius);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = "destination-in";
  context.fillStyle = "#000000";
  context.fill(mask, "nonzero");
}
