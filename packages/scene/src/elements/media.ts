import type { Bitmap } from "../bitmap.ts";
import type { Rect } from "../rect.ts";
import { placePicture, squareOf, writeBitmap } from "./picture.ts";
import type { ElementRenderer } from "./placed.ts";

/** Image, logo and icon: the whole picture, as large as it fits into a square of fontSize, centred in it. */
export const mediaRenderer: ElementRenderer = {
  content: (element, _frame, hashes) => (element.mediaAssetId === null ? null : (hashes.media[element.mediaAssetId] ?? null)),
  placeholder: squareOf,
  isPicture: true,
  place(element, _frame, resources) {
    const bitmap = element.mediaAssetId === null ? undefined : resources.pictures.media.get(element.mediaAssetId);
    if (bitmap === undefined) return null;
    const whole: Rect = { xPx: 0, yPx: 0, widthPx: bitmap.widthPx, heightPx: bitmap.heightPx };
    return placePicture(element, resources, {
      rect: contain(bitmap, squareOf(element)),
      radiusPx: 0,
      source: bitmap,
      fill: (surface, widthPx, heightPx) => writeBitmap(surface, bitmap, whole, widthPx, heightPx),
    });
  },
};

function contain(bitmap: Bitmap, box: Rect): Rect {
  const scale = Math.min(box.widthPx / bitmap.widthPx, box.heightPx / bitmap.heightPx);
  const widthPx = bitmap.widthPx * scale;
  const heightPx = bitmap.heightPx * scale;
  return {
    xPx: box.xPx + (box.widthPx - widthPx) / 2,
    yPx: box.yPx + (box.heightPx - heightPx) / 2,
    widthPx,
    heightPx,
  };
}
