import type { Rect } from "./rect.ts";

/** What the renderer needs of a Path2D. */
export interface Path {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(cpx: number, cpy: number, x: number, y: number): void;
  bezierCurveTo(cp1x: number, cp1y: number, cp2x: number, cp2y: number, x: number, y: number): void;
  closePath(): void;
}

/** What the renderer needs of an ImageData. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, straight alpha. */
  readonly data: Uint8ClampedArray;
}

/**
 * What the renderer needs of a Canvas 2D context: both CanvasRenderingContext2D of a browser and that of @napi-rs/canvas satisfy it.
 * Only operations are listed whose pixels were measured to be equal on both; fillText, shadows, gradients and scaled drawImage are not.
 */
export interface Canvas2D {
  globalAlpha: number;
  globalCompositeOperation: string;
  imageSmoothingEnabled: boolean;
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: "bevel" | "miter" | "round";
  clearRect(x: number, y: number, widthPx: number, heightPx: number): void;
  save(): void;
  restore(): void;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  fill(path: Path, rule?: "nonzero" | "evenodd"): void;
  /** Only with round joins and of closed paths: measured to be equal too. */
  stroke(path: Path): void;
  drawImage(image: unknown, dx: number, dy: number): void;
  getImageData(x: number, y: number, widthPx: number, heightPx: number): Pixels;
}

/** An off-screen canvas; `image` is what drawImage takes. */
export interface Surface {
  readonly context: Canvas2D;
  readonly image: unknown;
  /** Replaces all pixels: rows from the top, RGBA, straight alpha. */
  write(rgba: Uint8ClampedArray): void;
}

/** A part of a surface: rows from the top, RGBA, straight alpha. */
export function pixelsOf(context: Canvas2D, { xPx, yPx, widthPx, heightPx }: Rect): Uint8Array {
  const { data } = context.getImageData(xPx, yPx, widthPx, heightPx);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** What a host brings beside the context it draws on. */
export interface CanvasKit {
  createPath(): Path;
  createSurface(widthPx: number, heightPx: number): Surface;
}

/** Where the design canvas lies on the target: device pixel = design pixel * scale - offset. Offsets are whole pixels. */
export interface View {
  readonly scale: number;
  readonly offsetXPx: number;
  readonly offsetYPx: number;
}

export const FULL_VIEW: View = { scale: 1, offsetXPx: 0, offsetYPx: 0 };
