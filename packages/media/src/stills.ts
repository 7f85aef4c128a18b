import { open, readFile } from "node:fs/promises";
import { type ImageHeader, readImageHeader } from "./image-header.ts";
import { checkWholeStill } from "./images-whole.ts";
import { ImageError, type ImageOptions, MAX_INPUT_BYTES, normaliseImage, type NormalisedImage } from "./images.ts";

/** The frame header of a JPEG comes after its colour profile and thumbnails. */
const HEAD_BYTES = 1024 * 1024;

export interface StillOptions extends ImageOptions {
  /** What is cut short, or moves, is refused; otherwise what there is of it is drawn, which is enough for a small cover. */
  readonly mustBeWhole?: boolean | undefined;
}

/**
 * A picture in a file, normalised; null when the file is none by its content. What is not a picture is not read
 * whole, however large. Throws ImageError for a picture that is too large or damaged.
 */
export async function readStill(path: string, options: StillOptions): Promise<NormalisedImage | null> {
  const header = await stillHeader(path, options.maxInputBytes ?? MAX_INPUT_BYTES);
  if (header === null) return null;
  const bytes = await readFile(path);
  if (options.mustBeWhole) checkWholeStill(bytes, header.type);
  return normaliseImage(bytes, options);
}

async function stillHeader(path: string, maxBytes: number): Promise<ImageHeader | null> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const header = readImageHeader(head.subarray(0, bytesRead));
    if (header !== null && (await file.stat()).size > maxBytes) throw new ImageError("too-many-bytes", "The picture's file is too large");
    return header;
  } finally {
    await file.close();
  }
}
