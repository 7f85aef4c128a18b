import type { Motion, MotionStep, RenderedBox } from "@nightjar/scene/node";
import { applyStep } from "@nightjar/scene/node";

/** How often what moves is drawn anew. Divides 30 and 60, so that every step falls on a frame. */
export const STEPS_PER_SECOND = 5;

/** One moving box: where it lies in the picture, and at which row of the sheet it is fed to ffmpeg. */
export interface MovingBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sheetYPx: number;
}

/** All moving boxes of a scene, one under the other on a sheet that is fed to ffmpeg once a step. */
export interface MovingSheet {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly boxes: readonly MovingBox[];
  /** Raw RGBA with straight alpha, a sheet a step, drawn as it is asked for. */
  readonly sheets: AsyncIterable<Uint8Array>;
}

/** @returns null when nothing moves */
export function movingSheet(motions: readonly Motion[], options: { framesPerSecond: number; frameCount: number }): MovingSheet | null {
  let heightPx = 0;
  const boxes = motions.map(({ first }) => {
    const box = { xPx: first.xPx, yPx: first.yPx, widthPx: first.widthPx, heightPx: first.heightPx, sheetYPx: heightPx };
    heightPx += first.heightPx;
    return box;
  });
  if (boxes.length === 0) return null;
  const widthPx = Math.max(...boxes.map((box) => box.widthPx));
  const framesPerStep = options.framesPerSecond / STEPS_PER_SECOND;
  const stepCount = Math.ceil(options.frameCount / framesPerStep);
  const draw = () => drawSheets(motions, { boxes, widthPx, heightPx, framesPerStep, stepCount });
  return { widthPx, heightPx, boxes, sheets: { [Symbol.asyncIterator]: draw } };
}

interface SheetPlan extends Pick<MovingSheet, "widthPx" | "heightPx" | "boxes"> {
  readonly framesPerStep: number;
  readonly stepCount: number;
}

async function* drawSheets(motions: readonly Motion[], plan: SheetPlan): AsyncGenerator<Uint8Array> {
  const sheet = new Uint8Array(plan.widthPx * plan.heightPx * 4);
  const moving = motions.map((motion) => new MovingPart(motion));
  for (let step = 0; step < plan.stepCount; step += 1) {
    moving.forEach((part, index) => {
      const box = plan.boxes[index];
      if (box && part.moveTo(step * plan.framesPerStep)) paste(sheet, plan.widthPx, box, part.shown.rgba);
    });
    // The reader keeps what it was given until the pipe has taken it.
    yield sheet.slice();
  }
}

/** One box on its way through the track. */
class MovingPart {
  readonly shown: RenderedBox;
  readonly #steps: Iterator<MotionStep>;
  #next: MotionStep | null;
  #isDrawn = false;

  constructor({ first, steps }: Motion) {
    this.shown = { ...first, rgba: first.rgba.slice() };
    this.#steps = steps[Symbol.iterator]();
    this.#next = this.#pull();
  }

  /** True when it looks other than before. */
  moveTo(frame: number): boolean {
    let hasChanged = !this.#isDrawn;
    while (this.#next && this.#next.frame <= frame) {
      applyStep(this.shown, this.#next);
      this.#next = this.#pull();
      hasChanged = true;
    }
    this.#isDrawn = true;
    return hasChanged;
  }

  #pull(): MotionStep | null {
    const next = this.#steps.next();
    return next.done ? null : next.value;
  }
}

function paste(sheet: Uint8Array, sheetWidthPx: number, box: MovingBox, rgba: Uint8Array): void {
  for (let row = 0; row < box.heightPx; row += 1) {
    const to = (box.sheetYPx + row) * sheetWidthPx * 4;
    sheet.set(rgba.subarray(row * box.widthPx * 4, (row + 1) * box.widthPx * 4), to);
  }
}

/** ffmpeg's input of the sheets: its standard input. */
export function movingInput({ widthPx, heightPx }: MovingSheet): string[] {
  const size = `${widthPx}x${heightPx}`;
  return ["-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", size, "-framerate", String(STEPS_PER_SECOND), "-i", "pipe:0"];
}

/** Filters that lay the boxes of input `input` on `from`; what comes out is `to`. */
export function movingFilters({ boxes }: MovingSheet, input: number, from: string, to: string): string[] {
  const sheets = boxes.map((_, index) => `[s${index}]`).join("");
  const parts = [`[${input}:v]scale=out_color_matrix=bt709:out_range=tv,format=yuva420p,split=${boxes.length}${sheets}`];
  boxes.forEach((box, index) => {
    const under = index === 0 ? from : `m${index - 1}`;
    const over = index === boxes.length - 1 ? to : `m${index}`;
    parts.push(`[s${index}]crop=${box.widthPx}:${box.heightPx}:0:${box.sheetYPx}[c${index}]`);
    parts.push(`[${under}][c${index}]overlay=x=${box.xPx}:y=${box.yPx}:format=yuv420[${over}]`);
  });
  return parts;
}
