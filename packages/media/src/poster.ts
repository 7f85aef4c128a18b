import { DECODE_LIMITS, guardedInput, VIDEO_DEMUXERS } from "./guarded-input.ts";
import { asMediaError, MediaError } from "./media-error.ts";
import type { VideoProbe } from "./probe.ts";
import { run } from "./process.ts";
import { TONE_MAPPING } from "./tone-mapping.ts";

export interface PosterOptions {
  readonly ffmpegPath: string;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Poster = Pick<VideoProbe, "durationMs" | "isHdr">;

const TIMEOUT_MS = 60_000;
const MAX_WIDTH_PX = 1280;
/** Past the black that many videos begin with. */
const POSTER_AT_MS = 3000;

/**
 * One picture of a video, upright, as PNG. Throws MediaError `damaged` when not one picture of it can be decoded,
 * ProcessError when ffmpeg cannot work.
 */
export async function takePoster(path: string, probe: Poster, options: PosterOptions): Promise<Buffer> {
  const first = await pictureAt(path, Math.min(POSTER_AT_MS, probe.durationMs / 3), probe, options).catch(onlyMediaErrors);
  // A file without an index, or with a hole: its beginning is what there is.
  return first ?? pictureAt(path, 0, probe, options);
}

async function pictureAt(path: string, atMs: number, { isHdr }: Poster, options: PosterOptions): Promise<Buffer> {
  const seek = ["-nostdin", "-v", "error", "-nostats", ...DECODE_LIMITS, "-ss", (atMs / 1000).toFixed(3)];
  const scale = `scale=w='2*max(1,round(min(${MAX_WIDTH_PX},iw*sar)/2))':h='2*max(1,round(ih*min(1,${MAX_WIDTH_PX}/(iw*sar))/2))'`;
  const filters = [scale, ...(isHdr ? TONE_MAPPING : []), "setsar=1"].join(",");
  const output = ["-map", "0:V:0", "-frames:v", "1", "-vf", filters, "-c:v", "png", "-f", "image2pipe", "-"];
  const { stdout } = await run(options.ffmpegPath, [...seek, ...guardedInput(path, VIDEO_DEMUXERS), ...output], {
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    signal: options.signal,
  }).catch((error: unknown) => {
    throw asMediaError(error, "damaged", "The video cannot be decoded");
  });
  if (stdout.byteLength === 0) throw new MediaError("damaged", "The video cannot be decoded");
  return stdout;
}

function onlyMediaErrors(error: unknown): null {
  if (error instanceof MediaError) return null;
  throw error;
}
