import type { FrameState, Scene } from "@nightjar/contract";
import type { PictureSize } from "./boxes.ts";
import { boundingBoxes, scaleOf } from "./boxes.ts";
import type { Surface } from "./canvas.ts";
import { pixelsOf } from "./canvas.ts";
import { layout } from "./layout.ts";
import type { Rect } from "./rect.ts";
import { fromEdges, grow, intersection } from "./rect.ts";
import type { SceneResources } from "./resources.ts";

/** A drawn part of the picture. */
export interface RenderedBox extends Rect {
  /** Rows from the top, RGBA, straight alpha; widthPx * heightPx * 4 bytes. */
  readonly rgba: Uint8Array;
}

/** For how long something moves, and how finely. */
export interface MotionTiming {
  readonly frameCount: number;
  readonly framesPerSecond: number;
  /** How often it is drawn anew; fewer than the frames, because a bar's end creeps by parts of a pixel. By default 5. */
  readonly stepsPerSecond?: number;
}

/** From this frame on, this part of the picture looks like this. Even, and inside the box that moves. */
export interface MotionStep extends RenderedBox {
  readonly frame: number;
}

/** One box that moves. */
export interface Motion {
  /** At frame 0, whole. */
  readonly first: RenderedBox;
  /** What changes after it, in order, drawn as it is asked for: a few hundred bytes each. Steps that change no pixel are left out. */
  readonly steps: Iterable<MotionStep>;
}

const STEPS_PER_SECOND = 5;
/** How far snapping to device pixels may carry ink into the box. */
const SNAP_PX = 1;

/**
 * What moves in a scene, from the frame's own position on. Only what touches a moving box is drawn, on a surface of its size.
 * The scene must be prepared; the iterables may be run through more than once.
 */
export function motionsOf(scene: Scene, frame: FrameState, resources: SceneResources, size: PictureSize, timing: MotionTiming): Motion[] {
  const drawAt = (box: Rect, surface: Surface, frameIndex: number): Uint8Array =>
    drawBox(scene, frameAfter(frame, (frameIndex * 1000) / timing.framesPerSecond), resources, scaleOf(size), box, surface);
  return boundingBoxes(scene, frame, resources, size).moving.map((box) => {
    const surfaceOf = (): Surface => resources.kit.createSurface(box.widthPx, box.heightPx);
    return {
      first: { ...box, rgba: drawAt(box, surfaceOf(), 0) },
      steps: {
        *[Symbol.iterator]() {
          const surface = surfaceOf();
          let shown = drawAt(box, surface, 0);
          for (const frameIndex of stepFrames(timing)) {
            const next = drawAt(box, surface, frameIndex);
            const changed = changedPart(shown, next, box);
            if (changed !== null) yield { frame: frameIndex, ...changed };
            shown = next;
          }
        },
      },
    };
  });
}

/** Puts a step onto the picture of its box, row by row. */
export function applyStep(box: RenderedBox, step: MotionStep): void {
  const { rgba, ...rect } = step;
  for (let row = 0; row < rect.heightPx; row++) {
    const to = ((rect.yPx - box.yPx + row) * box.widthPx + rect.xPx - box.xPx) * 4;
    box.rgba.set(rgba.subarray(row * rect.widthPx * 4, (row + 1) * rect.widthPx * 4), to);
  }
}

function* stepFrames({ frameCount, framesPerSecond, stepsPerSecond = STEPS_PER_SECOND }: MotionTiming): Generator<number> {
  let last = 0;
  for (let step = 1; ; step++) {
    const frame = Math.floor((step * framesPerSecond) / stepsPerSecond);
    if (frame >= frameCount) return;
    if (frame > last) yield frame;
    last = frame;
  }
}

function frameAfter(frame: FrameState, byMs: number): FrameState {
  return frame.positionMs === null ? frame : { ...frame, positionMs: Math.min(frame.durationMs, frame.positionMs + byMs) };
}

function drawBox(scene: Scene, frame: FrameState, resources: SceneResources, scale: number, box: Rect, surface: Surface): Uint8Array {
  const { context } = surface;
  const design: Rect = { xPx: box.xPx / scale, yPx: box.yPx / scale, widthPx: box.widthPx / scale, heightPx: box.heightPx / scale };
  const window = grow(design, SNAP_PX / scale);
  const { plates, elements } = layout(scene, frame, resources);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, box.widthPx, box.heightPx);
  for (const placed of [...plates, ...elements]) {
    if (intersection(placed.ink, window) === null) continue;
    context.save();
    placed.paint(context, { scale, offsetXPx: box.xPx, offsetYPx: box.yPx });
    context.restore();
  }
  return pixelsOf(context, { xPx: 0, yPx: 0, widthPx: box.widthPx, heightPx: box.heightPx });
}

/** The even rectangle around all pixels that differ, cut out of the new picture; null: none does. */
function changedPart(before: Uint8Array, after: Uint8Array, box: Rect): RenderedBox | null {
  const old = new Uint32Array(before.buffer, before.byteOffset, before.length / 4);
  const now = new Uint32Array(after.buffer, after.byteOffset, after.length / 4);
  let [left, top, right, bottom] = [box.widthPx, box.heightPx, 0, 0];
  for (let at = 0; at < now.length; at++) {
    if (now[at] === old[at]) continue;
    const x = at % box.widthPx;
    const y = (at - x) / box.widthPx;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  if (right === 0) return null;
  const part = fromEdges(left & ~1, top & ~1, (right + 1) & ~1, (bottom + 1) & ~1);
  const rgba = new Uint8Array(part.widthPx * part.heightPx * 4);
  for (let row = 0; row < part.heightPx; row++) {
    const from = ((part.yPx + row) * box.widthPx + part.xPx) * 4;
    rgba.set(after.subarray(from, from + part.widthPx * 4), row * part.widthPx * 4);
  }
  return { xPx: box.xPx + part.xPx, yPx: box.yPx + part.yPx, widthPx: part.widthPx, heightPx: part.heightPx, rgba };
}
