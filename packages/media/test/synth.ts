import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findExecutable, run } from "../src/index.ts";

export interface Bench {
  readonly folder: string;
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  path(name: string): string;
  /** Makes a file with ffmpeg; the last argument is its name in the bench's folder. */
  make(name: string, ...args: string[]): Promise<string>;
  clear(): Promise<void>;
}

/** A temporary folder and the ffmpeg that fills it. */
export async function openBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "nightjar-media-"));
  const tool = async (name: string) => (await findExecutable(name, process.env["PATH"] ?? "")) ?? name;
  const [ffmpegPath, ffprobePath] = [await tool("ffmpeg"), await tool("ffprobe")];
  const path = (name: string) => join(folder, name);
  const make = async (name: string, ...args: string[]) => {
    await run(ffmpegPath, ["-nostdin", "-v", "error", "-y", ...args, path(name)], { timeoutMs: 60_000 });
    return path(name);
  };
  return { folder, ffmpegPath, ffprobePath, path, make, clear: () => rm(folder, { recursive: true, force: true }) };
}

/** Input arguments for a tone. */
export const tone = (seconds: number, rateHz = 48_000, pitchHz = 440) => [
  "-f",
  "lavfi",
  "-i",
  `sine=frequency=${pitchHz}:sample_rate=${rateHz}:duration=${seconds}`,
];
