import { DECODE_LIMITS, guardedInput, VIDEO_DEMUXERS } from "./guarded-input.ts";
import { asMediaError } from "./media-error.ts";
import { probeVideo, type ProbeOptions, type VideoProbe } from "./probe.ts";
import { run } from "./process.ts";
import { LineSplitter } from "./text-lines.ts";
import { TONE_MAPPING } from "./tone-mapping.ts";

export interface MezzanineOptions extends ProbeOptions {
  readonly ffmpegPath: string;
  readonly niceness?: number | undefined;
  /** Told about twice a second how much of the length is made, 0 to 1. */
  readonly onProgress?: ((progress: number) => void) | undefined;
}

const TIMEOUT_MS = 2 * 60 * 60_000;
/** What a screen of the common profiles shows. */
const COVERED = { widthPx: 1920, heightPx: 1080 };
/** Above this a source is meant to move more smoothly than 30 frames show. */
const SMOOTH_ABOVE_FPS = 40;
const GOP_SECONDS = 2;
const QUALITY = ["-preset", "fast", "-crf", "16", "-maxrate", "20M", "-bufsize", "40M"];
const BT709_TAGS = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"];

/**
 * Makes the copy of an uploaded video that everything afterwards works with: H.264 in mp4, 30 or 60 constant frames a second,
 * upright, square pixels, BT.709 4:2:0 in limited range, closed GOPs, no sound, no metadata; as large as covering 1920x1080
 * needs, never enlarged. Answers what was made. Throws MediaError when the source is at fault, ProcessError when ffmpeg is.
 */
export async function makeMezzanine(source: string, target: string, options: MezzanineOptions): Promise<VideoProbe> {
  const probe = await probeVideo(source, options);
  const { signal, niceness } = options;
  const args = [
    "-nostdin",
    "-v",
    "error",
    "-nostats",
    "-progress",
    "pipe:1",
    "-y",
    ...DECODE_LIMITS,
    ...guardedInput(source, VIDEO_DEMUXERS),
    ...encoding(probe),
  ];
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const onStdout = progressReader(probe.durationMs, options.onProgress ?? (() => undefined));
  await run(options.ffmpegPath, [...args, "-f", "mp4", `file:${target}`], { timeoutMs, signal, niceness, onStdout }).catch(
    (error: unknown) => {
      throw asMediaError(error, "damaged", "The video cannot be decoded");
    },
  );
  // ffmpeg is content with a file that holds no picture at all.
  return probeVideo(target, options);
}

/** Reads what ffmpeg says of its progress: lines, of which some name the time of the last picture. */
function progressReader(durationMs: number, onProgress: (progress: number) => void): (chunk: Uint8Array) => void {
  const lines = new LineSplitter((line) => {
    const [, microseconds] = /^out_time_us=(\d+)$/.exec(line.trim()) ?? [];
    if (microseconds !== undefined && durationMs > 0) onProgress(Math.min(1, Number(microseconds) / 1000 / durationMs));
  });
  return (chunk) => lines.push(chunk);
}

function encoding(probe: VideoProbe): string[] {
  const framesPerSecond = (probe.framesPerSecond ?? 0) > SMOOTH_ABOVE_FPS ? 60 : 30;
  const picture = [...["-map", "0:V:0", "-vf", pictureFilters(probe, framesPerSecond)], ...["-an", "-sn", "-dn"]];
  const h264 = ["-c:v", "libx264", "-profile:v", "high", "-pix_fmt", "yuv420p", "-g", String(GOP_SECONDS * framesPerSecond)];
  const clean = ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags:v", "+cgop+bitexact"];
  return [...picture, ...h264, ...QUALITY, ...BT709_TAGS, ...clean, "-movflags", "+faststart"];
}

function pictureFilters({ isHdr }: VideoProbe, framesPerSecond: number): string {
  const factor = `min(1,max(${COVERED.widthPx}/(iw*sar),${COVERED.heightPx}/ih))`;
  const size = `w='2*max(1,round(iw*sar*${factor}/2))':h='2*max(1,round(ih*${factor}/2))'`;
  const colours = isHdr ? [`scale=${size}`, ...TONE_MAPPING] : [`scale=${size}:out_color_matrix=bt709:out_range=tv`];
  // Timestamps first: the copy begins at zero, and a variable rate becomes a constant one of the same length.
  return ["setpts=PTS-STARTPTS", "yadif=deint=interlaced", `fps=${framesPerSecond}`, ...colours, "format=yuv420p", "setsar=1"].join(",");
}
