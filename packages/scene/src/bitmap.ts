import type { Rect } from "./rect.ts";

/** A decoded picture: rows from the top, RGBA, straight alpha, sRGB. */
export interface Bitmap {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8Array | Uint8ClampedArray;
}

/** Largest picture that is decoded: 36 megapixels, of which a cover needs one. More is a mistake or an attack on the memory. */
export const MAX_PICTURE_PIXELS = 36_000_000;

/** Throws a RangeError for a picture that is too large to hold. */
export function checkPictureSize(widthPx: number, heightPx: number): void {
  if (widthPx * heightPx > MAX_PICTURE_PIXELS) throw new RangeError(`a picture of ${widthPx}x${heightPx} pixels is too large`);
}

/**
 * A part of a bitmap at another size. Written out here because drawImage resamples differently in Chromium and in a Skia canvas:
 * this is plain arithmetic and gives the same bytes on both. Large pictures are first averaged down by a whole factor, then
 * brought to size with a Catmull-Rom kernel. Colours are weighted by alpha, so that transparent edges do not bleed.
 */
export function resample(bitmap: Bitmap, part: Rect, widthPx: number, heightPx: number): Uint8ClampedArray {
  const reduced = reduce(bitmap, part, Math.floor(part.widthPx / (2 * widthPx)), Math.floor(part.heightPx / (2 * heightPx)));
  return unpremultiply(resampleColumns(resampleRows(reduced, widthPx), heightPx));
}

/** The largest centred square of a bitmap: what a cover shows. */
export function centredSquare(bitmap: Bitmap): Rect {
  const edge = Math.min(bitmap.widthPx, bitmap.heightPx);
  return {
    xPx: Math.floor((bitmap.widthPx - edge) / 2),
    yPx: Math.floor((bitmap.heightPx - edge) / 2),
    widthPx: edge,
    heightPx: edge,
  };
}

/** Four floats a pixel, premultiplied, 0 to 255. */
interface Planes {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Reads a part, premultiplied, averaging blocks of whole pixels; what does not fill the last block is part of it. */
function reduce(bitmap: Bitmap, part: Rect, byX: number, byY: number): Planes {
  const width = Math.max(1, Math.floor(part.widthPx / Math.max(1, byX)));
  const height = Math.max(1, Math.floor(part.heightPx / Math.max(1, byY)));
  const data = new Float32Array(width * height * 4);
  const counts = new Uint32Array(width * height);
  const columns = Array.from({ length: part.widthPx }, (_, x) => Math.floor((x * width) / part.widthPx));
  for (let y = 0; y < part.heightPx; y++) {
    const row = Math.floor((y * height) / part.heightPx) * width;
    let from = ((part.yPx + y) * bitmap.widthPx + part.xPx) * 4;
    for (const column of columns) {
      addPremultiplied(data, (row + column) * 4, bitmap.rgba, from);
      counts[row + column] = (counts[row + column] ?? 0) + 1;
      from += 4;
    }
  }
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) / (counts[i >> 2] ?? 1);
  return { width, height, data };
}

function addPremultiplied(sums: Float32Array, to: number, rgba: Bitmap["rgba"], from: number): void {
  const alpha = rgba[from + 3] ?? 0;
  const weight = alpha / 255;
  for (let channel = 0; channel < 3; channel++) {
    sums[to + channel] = (sums[to + channel] ?? 0) + (rgba[from + channel] ?? 0) * weight;
  }
  sums[to + 3] = (sums[to + 3] ?? 0) + alpha;
}

function resampleRows({ width: sourceWidth, height, data: source }: Planes, width: number): Planes {
  if (sourceWidth === width) return { width, height, data: source };
  const data = new Float32Array(width * height * 4);
  const taps = Array.from({ length: width }, (_, x) => tapsOf(x, width, sourceWidth));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) addPixels(data, (y * width + x) * 4, source, y * sourceWidth * 4, taps[x]);
  }
  return { width, height, data };
}

/** One target pixel. Sums are rounded to single precision at every step, as they would be in the array. */
function addPixels(data: Float32Array, to: number, source: Float32Array, row: number, taps: Taps | undefined): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  const count = taps?.weights.length ?? 0;
  for (let i = 0; i < count; i++) {
    const weight = taps?.weights[i] ?? 0;
    const from = row + (taps?.pixels[i] ?? 0) * 4;
    red = Math.fround(red + weight * (source[from] ?? 0));
    green = Math.fround(green + weight * (source[from + 1] ?? 0));
    blue = Math.fround(blue + weight * (source[from + 2] ?? 0));
    alpha = Math.fround(alpha + weight * (source[from + 3] ?? 0));
  }
  data[to] = red;
  data[to + 1] = green;
  data[to + 2] = blue;
  data[to + 3] = alpha;
}

function resampleColumns({ width, height: sourceHeight, data: source }: Planes, height: number): Planes {
  if (sourceHeight === height) return { width, height, data: source };
  const data = new Float32Array(width * height * 4);
  const stride = width * 4;
  for (let y = 0; y < height; y++) {
    const { pixels, weights } = tapsOf(y, height, sourceHeight);
    // Row by row and not pixel by pixel: the memory is read in its order.
    for (let i = 0; i < weights.length; i++) addRow(data, y * stride, source, (pixels[i] ?? 0) * stride, stride, weights[i] ?? 0);
  }
  return { width, height, data };
}

function addRow(data: Float32Array, to: number, source: Float32Array, from: number, length: number, weight: number): void {
  for (let x = 0; x < length; x++) data[to + x] = (data[to + x] ?? 0) + weight * (source[from + x] ?? 0);
}

interface Taps {
  readonly pixels: readonly number[];
  readonly weights: readonly number[];
}

/** Source pixels and their weights for one target pixel; beyond the edges the outermost pixel is repeated. */
function tapsOf(x: number, width: number, sourceWidth: number): Taps {
  const step = sourceWidth / width;
  const stretch = Math.max(1, step);
  const centre = (x + 0.5) * step - 0.5;
  const first = Math.ceil(centre - 2 * stretch);
  const last = Math.floor(centre + 2 * stretch);
  const raw = Array.from({ length: last - first + 1 }, (_, i) => catmullRom((first + i - centre) / stretch));
  const sum = raw.reduce((total, weight) => total + weight, 0);
  return {
    pixels: raw.map((_, i) => Math.min(sourceWidth - 1, Math.max(0, first + i))),
    weights: raw.map((weight) => weight / sum),
  };
}

function catmullRom(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return (1.5 * d - 2.5) * d * d + 1;
  return d < 2 ? ((-0.5 * d + 2.5) * d - 4) * d + 2 : 0;
}

function unpremultiply(planes: Planes): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(planes.data.length);
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = planes.data[i + 3] ?? 0;
    const weight = alpha > 0 ? 255 / alpha : 0;
    for (let channel = 0; channel < 3; channel++) rgba[i + channel] = (planes.data[i + channel] ?? 0) * weight;
    rgba[i + 3] = alpha;
  }
  return rgba;
}
