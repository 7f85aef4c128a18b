import { readFile } from "node:fs/promises";
import { readImageHeader } from "./image-header.ts";
import type { ImageType } from "./image-header.ts";
import { checkWholeStill } from "./images-whole.ts";
import { ImageError, normaliseImage, type NormalisedImage } from "./images.ts";

/** Of what comes in; a decoded pixel takes 4 bytes of memory. */
export const PICTURE_MAX_EDGE_PX = 8192;
const PICTURE_MAX_PIXELS = 40_000_000;
/** Of what is kept: larger than the canvas, so that a picture may fill it. */
export const PICTURE_KEPT_MAX_PX = 2048;
export const THUMBNAIL_MAX_PX = 320;
const JPEG_QUALITY = 92;
const THUMBNAIL_QUALITY = 80;

export interface LibraryPicture {
  /** jpeg where nothing can be lost by it, else png. */
  readonly image: NormalisedImage;
  /** webp, with the picture's transparency. */
  readonly thumbnail: NormalisedImage;
}

/**
 * Takes in a picture that elements of a scene are to show: whole, still, within the limits; upright, without metadata.
 * @throws ImageError
 */
export async function readLibraryPicture(path: string): Promise<LibraryPicture> {
  const bytes = await readFile(path);
  const header = readImageHeader(bytes);
  if (header === null) throw new ImageError("unsupported-type", "The picture is not a PNG, JPEG or WebP");
  const isTooLarge = Math.max(header.widthPx, header.heightPx) > PICTURE_MAX_EDGE_PX;
  if (isTooLarge) throw new ImageError("too-many-pixels", "The picture is too wide or too high");
  checkWholeStill(bytes, header.type);
  const image = await normaliseImage(bytes, {
    ...{ maxPx: PICTURE_KEPT_MAX_PX, maxInputPixels: PICTURE_MAX_PIXELS },
    ...{ format: keptFormat(bytes, header.type), quality: JPEG_QUALITY },
  });
  const thumbnail = await normaliseImage(image.bytes, { maxPx: THUMBNAIL_MAX_PX, format: "webp", quality: THUMBNAIL_QUALITY });
  return { image, thumbnail };
}

/** The plain lossy WebP knows no transparency; its other forms may have it, or hard edges that JPEG would smear. */
function keptFormat(bytes: Buffer, type: ImageType): "jpeg" | "png" {
  const isPlainWebp = type === "webp" && bytes.toString("latin1", 12, 16) === "VP8 ";
  return type === "jpeg" || isPlainWebp ? "jpeg" : "png";
}
