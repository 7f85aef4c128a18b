import { findExecutable } from "@nightjar/media";
import type { Config } from "./config.ts";

export interface Tools {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  /** Sentences about what is missing. */
  readonly missing: readonly string[];
}

/** Finds ffmpeg and ffprobe once; without them the studio still opens, and says what is missing. */
export async function findTools(config: Pick<Config, "FFMPEG_PATH" | "FFPROBE_PATH" | "PATH">): Promise<Tools> {
  const [ffmpeg, ffprobe] = await Promise.all([
    findExecutable(config.FFMPEG_PATH, config.PATH),
    findExecutable(config.FFPROBE_PATH, config.PATH),
  ]);
  const missing = [
    ffmpeg === null ? `ffmpeg was not found at "${config.FFMPEG_PATH}"; install it or set FFMPEG_PATH` : null,
    ffprobe === null ? `ffprobe was not found at "${config.FFPROBE_PATH}"; install it or set FFPROBE_PATH` : null,
  ].filter((sentence) => sentence !== null);
  return { ffmpegPath: ffmpeg ?? config.FFMPEG_PATH, ffprobePath: ffprobe ?? config.FFPROBE_PATH, missing };
}
