import { open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { PlanFile } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { FlvStreamParser } from "../../src/flv/stream-parser.ts";
import { planFile } from "./engine.ts";

const COLUMNS = 16;
const TIMEOUT_MS = 60_000;

/** A video of one colour, with a little noise: a picture without any detail costs no bits. */
export async function makeColour(path: string, colour: string, seconds: number): Promise<PlanFile> {
  const source = `color=${colour}:s=640x360:r=30:d=${seconds},noise=alls=6:allf=t`;
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-preset", "ultrafast", path], {
    timeoutMs: TIMEOUT_MS,
  });
  return planFile(path);
}

/** A picture of one colour, as backgrounds that stand still are kept. */
export async function makeStill(path: string, colour: string): Promise<PlanFile> {
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", `color=${colour}:s=1280x720`, "-frames:v", "1", path], {
    timeoutMs: TIMEOUT_MS,
  });
  return planFile(path);
}

/** Colours of one picture, from left to right, as [red, green, blue]. */
export type Columns = readonly (readonly [red: number, green: number, blue: number])[];

/** Every picture of a recording in the order of display: the upper third of it in 16 columns, away from the texts. */
export async function columnsOf(path: string): Promise<Columns[]> {
  const part = `crop=iw:ih/3:0:0,scale=${COLUMNS}:1:flags=area:in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgb24`;
  const args = ["-v", "error", "-i", path, "-an", "-vf", part, "-fps_mode", "passthrough", "-f", "rawvideo", "-"];
  const { stdout } = await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 16 * 1024 * 1024 });
  return Array.from({ length: stdout.length / (COLUMNS * 3) }, (_, picture) =>
    Array.from({ length: COLUMNS }, (_column, column) => {
      const at = (picture * COLUMNS + column) * 3;
      return [stdout[at] ?? 0, stdout[at + 1] ?? 0, stdout[at + 2] ?? 0] as const;
    }),
  );
}

/** "red", "blue", … where one colour is all there is; "mixed" where not. */
export function colourOf(columns: Columns): string {
  const names = new Set(columns.map(([red, green, blue]) => nameOf(red, green, blue)));
  return names.size === 1 ? ([...names][0] ?? "mixed") : "mixed";
}

function nameOf(red: number, green: number, blue: number): string {
  const strong = (value: number) => value > 170;
  const weak = (value: number) => value < 60;
  if (strong(red) && weak(green) && weak(blue)) return "red";
  if (weak(red) && weak(green) && strong(blue)) return "blue";
  if (weak(red) && strong(green) && weak(blue)) return "green";
  return "mixed";
}

/** When each byte of a growing recording was there. */
export class Arrivals {
  readonly #path: string;
  readonly #seen: { bytes: number; atMs: number }[] = [];
  #isClosed = false;
  readonly #watching: Promise<void>;

  constructor(path: string) {
    this.#path = path;
    this.#watching = this.#watch();
  }

  /** performance.now() when the recording held this many bytes. */
  atMs(bytes: number): number {
    return this.#seen.find((sample) => sample.bytes >= bytes)?.atMs ?? Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      const { size } = await stat(this.#path);
      if (size !== this.#seen.at(-1)?.bytes) this.#seen.push({ bytes: size, atMs: performance.now() });
      await pause(20);
    }
  }
}

/** Of each coded picture of a recording, in decoding order: where it ends in the file, and its time of display. */
export async function picturesOf(path: string): Promise<{ endByte: number; ptsMs: number; isKey: boolean }[]> {
  const file = await open(path);
  const bytes = await file.readFile();
  await file.close();
  let endByte = 13;
  return [...new FlvStreamParser().push(bytes)].flatMap((tag) => {
    endByte += tag.tagBytes;
    return tag.kind === "video" ? [{ endByte, ptsMs: tag.timestampMs + tag.compositionMs, isKey: tag.isKey }] : [];
  });
}
