import { run } from "@nightjar/media";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "nightjar-video-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

export interface VideoOptions {
  /** The name's ending tells ffmpeg the container. */
  readonly extension: string;
  /** Different numbers make different files. */
  readonly hue?: number;
  readonly seconds?: number;
  readonly size?: string;
  /** Further arguments for ffmpeg. */
  readonly args?: readonly string[];
  /** Written into the file as phones do, in a second pass. */
  readonly rotate?: number;
}

/** A real file made by ffmpeg; with a picture's extension, one picture. */
export async function makeVideo(options: VideoOptions): Promise<Buffer> {
  const { extension, hue = 0, seconds = 1, size = "320x180", args = [], rotate } = options;
  const path = join(folder, `${++count}.${extension}`);
  const source = ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=25:duration=${seconds}`, "-vf", `hue=h=${hue}`];
  const one = ["png", "jpg", "webp"].includes(extension) ? ["-frames:v", "1"] : ["-pix_fmt", "yuv420p"];
  await ffmpeg([...source, ...(extension === "gif" ? [] : one), ...args, path]);
  if (rotate === undefined) return readFileSync(path);
  const turned = join(folder, `${++count}.${extension}`);
  await ffmpeg(["-i", path, "-c", "copy", "-metadata:s:v:0", `rotate=${rotate}`, turned]);
  return readFileSync(turned);
}

const ffmpeg = (args: readonly string[]) => run("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args], { timeoutMs: 60_000 });
