import { open, readFile } from "node:fs/promises";
import { readImageHeader } from "./image-header.ts";
import { ImageError, type ImageOptions, MAX_INPUT_BYTES, normaliseImage, type NormalisedImage } from "./images.ts";

/** The frame header of a JPEG comes after its colour profile and thumbnails. */
const HEAD_BYTES = 1024 * 1024;

/**
 * A picture in a file, normalised; null when the file is none by its content. What is not a picture is not read
 * whole, however large. Throws ImageError for a picture that is too large or damaged.
 */
export async function readStill(path: string, options: ImageOptions): Promise<NormalisedImage | null> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    if (readImageHeader(head.subarray(0, bytesRead)) === null) return null;
    const { size } = await file.stat();
    if (size > (options.maxInputBytes ?? MAX_INPUT_BYTES)) throw new ImageError("too-many-bytes", "The picture's file is too large");
  } finally {
    await file.close();
  }
  return normaliseImage(await readFile(path), options);
}
