import { readFile } from "node:fs/promises";
import { BUILT_IN_SCENE, type FrameState } from "@nightjar/contract";
import { createNodeSceneHost, type RenderedBox } from "@nightjar/scene/node";
import { ffmpegFrames } from "./tool.ts";

const PICTURE = { widthPx: 1920, heightPx: 1080 };
/** Around the overlay, where only the background is. */
const MARGIN_PX = 24;
/** Compared at half size: a quarter of the work, and still the difference of a letter. */
const SHRINK = 2;

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Area extends Size {
  readonly xPx: number;
  readonly yPx: number;
}

export interface Labelled {
  readonly title: string;
  readonly artist: string;
  readonly coverPath?: string;
}

/** A frame's overlay, compared with each of those it might be. */
export interface SeenFrame {
  /** Index of the nearest label. */
  readonly nearest: number;
  /** Mean absolute difference of brightness (0 to 255) to the nearest and to the one after it. */
  readonly difference: number;
  readonly nextDifference: number;
}

/**
 * Compares every decoded frame of a recording, in the order it is shown, with the scene drawn directly for each label over the frame's
 * own background.
 */
export async function* seeLabels(path: string, labels: readonly Labelled[], channelName: string): AsyncGenerator<SeenFrame> {
  const overlays = await drawOverlays(labels, channelName);
  const area = areaAround(overlays.flat());
  const layers = overlays.map((boxes) => layerOf(boxes, area));
  const size = { widthPx: area.widthPx / SHRINK, heightPx: area.heightPx / SHRINK };
  const shrink = `scale=${size.widthPx}:${size.heightPx}:flags=area`;
  const crop = `crop=${area.widthPx}:${area.heightPx}:${area.xPx}:${area.yPx},${shrink},format=gray`;
  const args = ["-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", crop, "-f", "rawvideo", "pipe:1"];
  for await (const frame of ffmpegFrames(args, size.widthPx * size.heightPx)) yield compare(frame, size, layers);
}

async function drawOverlays(labels: readonly Labelled[], channelName: string): Promise<RenderedBox[][]> {
  const host = await createNodeSceneHost();
  return Promise.all(
    labels.map(async ({ title, artist, coverPath }) => {
      const frame: FrameState = { title, artist, channelName, positionMs: null, durationMs: 0 };
      const artwork = coverPath === undefined ? null : await host.decodePicture(await readFile(coverPath));
      return host.renderBoxes(BUILT_IN_SCENE, frame, { artwork, media: new Map() }, PICTURE);
    }),
  );
}

function areaAround(boxes: readonly RenderedBox[]): Area {
  const left = Math.min(...boxes.map((box) => box.xPx)) - MARGIN_PX;
  const top = Math.min(...boxes.map((box) => box.yPx)) - MARGIN_PX;
  const right = Math.max(...boxes.map((box) => box.xPx + box.widthPx)) + MARGIN_PX;
  const bottom = Math.max(...boxes.map((box) => box.yPx + box.heightPx)) + MARGIN_PX;
  return { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
}

/** The overlay's brightness, weighted by its alpha, and how much of the background shows through. */
interface Layer {
  readonly light: Float32Array;
  readonly through: Float32Array;
}

function layerOf(boxes: readonly RenderedBox[], area: Area): Layer {
  const widthPx = area.widthPx / SHRINK;
  const pixels = (widthPx * area.heightPx) / SHRINK;
  const light = new Float32Array(pixels);
  const through = new Float32Array(pixels).fill(1);
  const share = 1 / SHRINK ** 2;
  for (const box of boxes) {
    for (let at = 0; at < box.widthPx * box.heightPx; at += 1) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = box.rgba.subarray(at * 4, at * 4 + 4);
      const x = Math.floor((box.xPx - area.xPx + (at % box.widthPx)) / SHRINK);
      const y = Math.floor((box.yPx - area.yPx + Math.floor(at / box.widthPx)) / SHRINK);
      const into = y * widthPx + x;
      // BT.709
      const brightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      light[into] = (light[into] ?? 0) + (brightness * alpha * share) / 255;
      through[into] = (through[into] ?? 0) - (alpha * share) / 255;
    }
  }
  return { light, through };
}

function compare(frame: Uint8Array, size: Size, layers: readonly Layer[]): SeenFrame {
  const background = backgroundOf(frame, size);
  const differences = layers.map(({ light, through }) => {
    let sum = 0;
    for (let at = 0; at < frame.length; at += 1) {
      sum += Math.abs((light[at] ?? 0) + (background[at] ?? 0) * (through[at] ?? 0) - (frame[at] ?? 0));
    }
    return sum / frame.length;
  });
  const order = differences.map((_, index) => index).toSorted((a, b) => (differences[a] ?? 0) - (differences[b] ?? 0));
  const [nearest = 0, next = 0] = order;
  return { nearest, difference: differences[nearest] ?? 0, nextDifference: differences[next] ?? 0 };
}

/** The background under the overlay, from the margin around it: the default one is smooth, so its edges tell its middle. */
function backgroundOf(frame: Uint8Array, { widthPx, heightPx }: Size): Float32Array {
  const mean = (x: number, y: number, width: number, height: number) => {
    let sum = 0;
    for (let row = y; row < y + height; row += 1)
      for (let column = x; column < x + width; column += 1) sum += frame[row * widthPx + column] ?? 0;
    return sum / (width * height);
  };
  const depth = MARGIN_PX / SHRINK / 2;
  const corners = [
    mean(0, 0, depth, depth),
    mean(widthPx - depth, 0, depth, depth),
    mean(0, heightPx - depth, depth, depth),
    mean(widthPx - depth, heightPx - depth, depth, depth),
  ] as const;
  const along = (length: number, at: (from: number, size: number) => number) =>
    Float32Array.from({ length }, (_, index) => at(Math.max(0, Math.min(length - depth, index - depth / 2)), depth));
  const top = along(widthPx, (from, size) => mean(from, 0, size, depth));
  const bottom = along(widthPx, (from, size) => mean(from, heightPx - depth, size, depth));
  const left = along(heightPx, (from, size) => mean(0, from, depth, size));
  const right = along(heightPx, (from, size) => mean(widthPx - depth, from, depth, size));
  const filled = new Float32Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const v = y / (heightPx - 1);
    for (let x = 0; x < widthPx; x += 1) {
      const u = x / (widthPx - 1);
      // A Coons patch between the four edges.
      const edges = (1 - v) * (top[x] ?? 0) + v * (bottom[x] ?? 0) + (1 - u) * (left[y] ?? 0) + u * (right[y] ?? 0);
      const twice = (1 - v) * ((1 - u) * corners[0] + u * corners[1]) + v * ((1 - u) * corners[2] + u * corners[3]);
      filled[y * widthPx + x] = edges - twice;
    }
  }
  return filled;
}
