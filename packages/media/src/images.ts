import type { Canvas, createCanvas, loadImage } from "@napi-rs/canvas";
import { Memo } from "@nightjar/kit";
import { type ImageType, readImageHeader } from "./image-header.ts";

/** `damaged`: it begins like a picture and is none. */
export type ImageErrorKind = "unsupported-type" | "too-many-bytes" | "too-many-pixels" | "animated" | "damaged";

/** The picture is at fault. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  readonly kind: ImageErrorKind;

  constructor(kind: ImageErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface ImageOptions {
  /** Bound of the longer side; smaller pictures keep their size. */
  readonly maxPx: number;
  readonly format: ImageType;
  /** 1 to 100, for jpeg and webp. Default 85. */
  readonly quality?: number | undefined;
  /** Default 20 MiB. */
  readonly maxInputBytes?: number | undefined;
  /** Declared width times height, checked before decoding: 4 bytes of memory each. Default 50 million. */
  readonly maxInputPixels?: number | undefined;
}

export interface NormalisedImage {
  readonly bytes: Buffer;
  readonly format: ImageType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What is used of @napi-rs/canvas. */
export interface CanvasModule {
  readonly createCanvas: typeof createCanvas;
  readonly loadImage: typeof loadImage;
}

/** Of a picture that is to be decoded. */
export const MAX_INPUT_BYTES = 20 * 1024 * 1024;
const MAX_INPUT_PIXELS = 50_000_000;
const DEFAULT_QUALITY = 85;

/** Loaded when first needed: it costs memory that a server without pictures need not spend. */
let loadCanvas: () => Promise<CanvasModule> = () => import("@napi-rs/canvas");
const canvas = new Memo<"canvas", CanvasModule>();
let lastTurn: Promise<unknown> = Promise.resolve();

/** For the single executable, which brings the addon its own way. Call before the first picture. */
export function setCanvasLoader(loader: () => Promise<CanvasModule>): void {
  loadCanvas = loader;
  canvas.delete("canvas");
}

/**
 * Decodes a png, jpeg or webp (by content), turns it upright, bounds its size and encodes it anew, so that no metadata
 * and nothing hidden survives. One at a time: a decoded picture can take 200 MB. Throws ImageError.
 */
export function normaliseImage(bytes: Uint8Array, options: ImageOptions): Promise<NormalisedImage> {
  const refusal = refuse(bytes, options);
  if (refusal !== null) return Promise.reject(refusal);
  const turn = lastTurn.then(() => decodeAndEncode(bytes, options));
  lastTurn = turn.catch(() => undefined);
  return turn;
}

function refuse(bytes: Uint8Array, options: ImageOptions): ImageError | null {
  if (bytes.byteLength > (options.maxInputBytes ?? MAX_INPUT_BYTES)) {
    return new ImageError("too-many-bytes", "The picture's file is too large");
  }
  const header = readImageHeader(bytes);
  if (header === null) return new ImageError("unsupported-type", "The picture is not a PNG, JPEG or WebP");
  if (header.widthPx * header.heightPx > (options.maxInputPixels ?? MAX_INPUT_PIXELS)) {
    return new ImageError("too-many-pixels", "The picture has too many pixels");
  }
  return null;
}

async function decodeAndEncode(bytes: Uint8Array, options: ImageOptions): Promise<NormalisedImage> {
  const module = await loadedCanvas();
  const image = await module.loadImage(bytes).catch((error: unknown) => {
    throw new ImageError("damaged", "The picture cannot be decoded", error);
  });
  if (image.width < 1 || image.height < 1) throw new ImageError("damaged", "The picture cannot be decoded");
  const scale = Math.min(1, options.maxPx / Math.max(image.width, image.height));
  const widthPx = Math.max(1, Math.round(image.width * scale));
  const heightPx = Math.max(1, Math.round(image.height * scale));
  const target = module.createCanvas(widthPx, heightPx);
  const context = target.getContext("2d");
  if (options.format === "jpeg") {
    // JPEG has no transparency, and what is see-through was mostly drawn for white paper.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, widthPx, heightPx);
  }
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, widthPx, heightPx);
  return { bytes: await encode(target, options), format: options.format, widthPx, heightPx };
}

function encode(target: Canvas, { format, quality = DEFAULT_QUALITY }: ImageOptions): Promise<Buffer> {
  return format === "png" ? target.encode("png") : target.encode(format, quality);
}

function loadedCanvas(): Promise<CanvasModule> {
  return canvas.of("canvas", loadCanvas);
}
