import { run } from "@nightjar/media";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "nightjar-audio-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

export interface ToneOptions {
  readonly extension: "mp3" | "wav" | "flac" | "m4a" | "ogg" | "aac" | "aiff";
  readonly seconds?: number;
  readonly frequencyHz?: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly withCover?: boolean;
}

/** A real file made by ffmpeg. */
export async function makeTone(options: ToneOptions): Promise<Buffer> {
  const { extension, seconds = 2, frequencyHz = 440, tags = {}, withCover = false } = options;
  const path = join(folder, `${++count}.${extension}`);
  const cover = withCover
    ? ["-f", "lavfi", "-i", "color=red:size=64x64:duration=1", "-map", "0", "-map", "1", "-frames:v", "1", "-c:v", "mjpeg"]
    : [];
  const attached = withCover ? ["-disposition:v", "attached_pic", "-id3v2_version", "3"] : [];
  const metadata = Object.entries(tags).flatMap(([name, value]) => ["-metadata", `${name}=${value}`]);
  const source = ["-f", "lavfi", "-i", `sine=frequency=${frequencyHz}:duration=${seconds}`];
  await run("ffmpeg", ["-nostdin", "-v", "error", "-y", ...source, ...cover, ...attached, ...metadata, path], { timeoutMs: 60_000 });
  return readFileSync(path);
}

export function audioForm(bytes: Uint8Array, fileName: string, field = "audio"): FormData {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], fileName));
  return form;
}
