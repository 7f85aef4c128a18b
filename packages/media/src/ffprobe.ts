import { z } from "zod";
import { DECODE_LIMITS, guardedInput } from "./guarded-input.ts";
import { asMediaError, MediaError } from "./media-error.ts";
import { run, type RunOptions } from "./process.ts";
import { LineSplitter } from "./text-lines.ts";

export interface ProbeOptions {
  readonly ffprobePath: string;
  readonly timeoutMs?: number | undefined;
  readonly niceness?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 60_000;

const number = z.coerce.number();
/** ffprobe leaves out what it does not know. */
const optionalNumber = z.preprocess((value) => (value === "N/A" ? undefined : value), number.optional());
const rational = z.string().transform((text) => {
  const [numerator, denominator] = text.split("/").map(Number);
  const value = (numerator ?? Number.NaN) / (denominator ?? 1);
  return Number.isFinite(value) && value > 0 ? value : null;
});

const probedStream = z.object({
  index: number,
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  sample_rate: optionalNumber,
  channels: optionalNumber,
  bit_rate: optionalNumber,
  width: optionalNumber,
  height: optionalNumber,
  pix_fmt: z.string().optional(),
  color_transfer: z.string().optional(),
  avg_frame_rate: rational.optional(),
  time_base: rational,
  duration: optionalNumber,
  disposition: z.object({ attached_pic: number.optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: optionalNumber })).optional(),
});
export type ProbedStream = z.infer<typeof probedStream>;

const probedFile = z.object({
  streams: z.array(probedStream),
  format: z.object({ format_name: z.string(), duration: optionalNumber, bit_rate: optionalNumber }),
});
export type ProbedFile = z.infer<typeof probedFile>;

/** Container and streams. Throws MediaError `unsupported-format` when none of the demuxers takes the file. */
export async function probeFile(path: string, demuxers: readonly string[], options: ProbeOptions): Promise<ProbedFile> {
  const show = ["-show_format", "-show_streams", "-of", "json"];
  const stdout = await ffprobe(["-v", "error", ...DECODE_LIMITS, ...show, ...guardedInput(path, demuxers)], options).catch(
    (error: unknown) => {
      throw asMediaError(error, "unsupported-format", "The file is not in a supported format");
    },
  );
  const parsed = probedFile.safeParse(parseJson(stdout.toString("utf8")));
  if (!parsed.success) throw new MediaError("damaged", "The file's streams cannot be understood", parsed.error);
  return parsed.data;
}

/** Nothing is decoded of a picture that no limit holds. */
const HEADER_ONLY = ["-max_alloc", String(16 * 1024 * 1024), "-probesize", "1M", "-analyzeduration", "0"];

/** How large the file says that its pictures are, whether or not they may be decoded; 0: it says nothing. */
export async function statedPixels(
  path: string,
  demuxers: readonly string[],
  { index }: ProbedStream,
  options: ProbeOptions,
): Promise<number> {
  const show = ["-select_streams", String(index), "-show_entries", "stream=width,height", "-of", "csv=p=0"];
  const stdout = await ffprobe(["-v", "error", ...HEADER_ONLY, ...show, ...guardedInput(path, demuxers)], options).catch(() => null);
  const [width = 0, height = 0] = (stdout?.toString("utf8").trim().split(",") ?? []).map(Number);
  return width * height || 0;
}

export interface PacketWalk {
  readonly packets: number;
  /** From the first packet that is heard to the end of the last one. */
  readonly durationSeconds: number;
}

interface WalkRules {
  readonly trimsEncoderDelay: boolean;
  /** In a gap the last picture stays on the screen, but nothing is heard. */
  readonly countsGaps: boolean;
}

/**
 * Reads every packet of one stream without decoding. The headers of VBR and ADTS files only let a player guess, and a
 * truncated file still states its whole length; what is really there does not lie.
 */
export async function walkPackets(
  path: string,
  demuxers: readonly string[],
  stream: ProbedStream,
  options: ProbeOptions & WalkRules,
): Promise<PacketWalk> {
  const entries = "packet=pts,duration:packet_side_data=skip_samples,discard_padding";
  const selection = ["-select_streams", String(stream.index), "-show_entries", entries, "-of", "csv=p=0:nk=0"];
  const tally = new PacketTally();
  const lines = new LineSplitter((line) => tally.read(line));
  const args = ["-v", "error", ...selection, ...guardedInput(path, demuxers)];
  await ffprobe(args, options, (chunk) => lines.push(chunk)).catch((error: unknown) => {
    throw asMediaError(error, "damaged", "The file cannot be read to its end");
  });
  lines.flush();
  const trimmed = options.trimsEncoderDelay ? tally.skippedSamples / (stream.sample_rate ?? Infinity) : 0;
  const durationSeconds = Math.max(0, tally.lengthTicks(options.countsGaps) * (stream.time_base ?? 0) - trimmed);
  return { packets: tally.packets, durationSeconds };
}

class PacketTally {
  packets = 0;
  skippedSamples = 0;
  #ptsTicks: number | null = null;
  #firstTicks: number | null = null;
  #endTicks = 0;
  #sumTicks = 0;

  /** Span of the timestamps; without its gaps never more than the packets hold. */
  lengthTicks(countsGaps: boolean): number {
    if (this.#firstTicks === null) return this.#sumTicks;
    const spanTicks = this.#endTicks - Math.max(0, this.#firstTicks);
    return countsGaps ? spanTicks : Math.min(spanTicks, this.#sumTicks);
  }

  read(line: string): void {
    for (const [, key, digits] of line.matchAll(/\b(pts|duration|skip_samples|discard_padding)=(-?\d+|N\/A)/gu)) {
      const value = digits === "N/A" ? null : Number(digits);
      if (key === "pts") this.#begin(value);
      else if (value === null) continue;
      else if (key === "duration") this.#extend(value);
      else this.skippedSamples += value;
    }
  }

  #begin(ptsTicks: number | null): void {
    this.packets += 1;
    this.#ptsTicks = ptsTicks;
    if (ptsTicks !== null) this.#firstTicks = Math.min(this.#firstTicks ?? ptsTicks, ptsTicks);
  }

  #extend(durationTicks: number): void {
    this.#sumTicks += durationTicks;
    if (this.#ptsTicks !== null) this.#endTicks = Math.max(this.#endTicks, this.#ptsTicks + durationTicks);
  }
}

async function ffprobe(args: string[], options: ProbeOptions, onStdout?: RunOptions["onStdout"]): Promise<Buffer> {
  const { timeoutMs = TIMEOUT_MS, niceness, signal } = options;
  return (await run(options.ffprobePath, args, { timeoutMs, niceness, signal, onStdout })).stdout;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
