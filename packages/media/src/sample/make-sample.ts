import { run } from "../process.ts";
import { createPainter, skyPictures } from "./night-sky.ts";
import type { Sky } from "./night-sky.ts";

const SKY: Sky = { widthPx: 192, heightPx: 108, hueShift: 0 };
const COVER: Sky = { widthPx: 160, heightPx: 160, hueShift: 0 };
const COVER_PX = 800;
const SHOWN = { widthPx: 1280, heightPx: 720 } as const;
/** It moves so slowly that nobody sees more. */
const FRAMES_PER_SECOND = 15;
const ROUND_S = 8;
const TIMEOUT_MS = 5 * 60_000;
const BT709_TAGS = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"];

export interface SampleOptions {
  readonly ffmpegPath: string;
  readonly signal: AbortSignal;
}

const pictures = ({ widthPx, heightPx }: Sky) => {
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgb48le", "-s", `${widthPx}x${heightPx}`, "-r", String(FRAMES_PER_SECOND), "-i", "pipe:0"];
  return ["-v", "error", "-nostats", "-y", ...raw];
};

/** A night sky that moves slowly and ends as it began, as an mp4 at `target`. */
export async function makeSampleBackground(
  target: string,
  { ffmpegPath, signal, onProgress }: SampleOptions & { readonly onProgress: (progress: number) => void },
): Promise<void> {
  const input = skyPictures(SKY, { frames: FRAMES_PER_SECOND * ROUND_S, signal, onProgress });
  // Spread as noise what eight bits cannot tell apart: bands would be seen in so dark a sky.
  const scale = `scale=${SHOWN.widthPx}:${SHOWN.heightPx}:flags=bicubic:sws_dither=ed:out_color_matrix=bt709:out_range=tv,format=yuv420p`;
  const h264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "17", "-pix_fmt", "yuv420p", ...BT709_TAGS];
  const args = [...pictures(SKY), "-vf", scale, ...h264, "-movflags", "+faststart", "-f", "mp4", `file:${target}`];
  await run(ffmpegPath, args, { timeoutMs: TIMEOUT_MS, signal, input });
}

/** The same sky at another hour, as a png. */
export async function makeSampleCover(index: number, { ffmpegPath, signal }: SampleOptions): Promise<Uint8Array> {
  const input = createPainter({ ...COVER, hueShift: 70 * index - 40 })(0.31 * index);
  const args = [...pictures(COVER), "-frames:v", "1", "-vf", `scale=${COVER_PX}:${COVER_PX}:flags=bicubic`, "-pix_fmt", "rgb24"];
  return (await run(ffmpegPath, [...args, "-c:v", "png", "-f", "image2pipe", "pipe:1"], { timeoutMs: TIMEOUT_MS, signal, input })).stdout;
}
