import { AUDIO_DEMUXERS, guardedInput } from "./guarded-input.ts";
import { asMediaError, MediaError } from "./media-error.ts";
import { run } from "./process.ts";
import { LineSplitter } from "./text-lines.ts";

/** EBU R128's absolute gate: what is quieter, or shorter than 400 ms, measures as this. Do not amplify it. */
export const SILENCE_LUFS = -70;
/** The lowest true peak that is told; digital silence would be -Infinity, which JSON and SQLite cannot hold. */
export const SILENCE_DBTP = -70;

/**
 * The filter that brings any sound to what the programme carries. Measuring and rendering must share it: how ffmpeg
 * folds mono and surround to stereo depends on the sample format, and gain is only right for the same folding.
 */
export const AIR_FORMAT_FILTER = "aformat=sample_fmts=flt:sample_rates=48000:channel_layouts=stereo";

const TIMEOUT_MS = 15 * 60_000;

export interface Loudness {
  /** SILENCE_LUFS or above. */
  readonly integratedLufs: number;
  readonly rangeLu: number;
  /** SILENCE_DBTP or above; may exceed 0. */
  readonly truePeakDbtp: number;
}

export interface LoudnessOptions {
  readonly ffmpegPath: string;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly niceness?: number | undefined;
  /** What is measured so far, ten times per second of sound. */
  readonly onPosition?: ((positionMs: number) => void) | undefined;
}

/**
 * EBU R128 of the first audio stream in the format it is aired in (AIR_FORMAT_FILTER). The added tenth of silence lets the filter, which reports whole tenths, hear the very end.
 * Throws MediaError `damaged` when nothing can be decoded, ProcessError when ffmpeg cannot work.
 */
export async function measureLoudness(path: string, options: LoudnessOptions): Promise<Loudness> {
  const filters = `${AIR_FORMAT_FILTER},apad=pad_dur=0.1,ebur128=peak=true:metadata=1,ametadata=mode=print:file=-`;
  const args = ["-nostdin", "-v", "error", "-nostats", ...guardedInput(path, AUDIO_DEMUXERS)];
  const last = new Map<string, number>();
  const lines = new LineSplitter((line) => {
    const [, key, value] = /(?:^lavfi\.r128\.|\b)(I|LRA|true_peaks_ch\d+|pts_time)[=:](\S+)/u.exec(line) ?? [];
    if (key === undefined) return;
    last.set(key, Number(value));
    if (key === "pts_time") options.onPosition?.(Math.round(Number(value) * 1000));
  });
  await run(options.ffmpegPath, [...args, "-map", "0:a:0", "-af", filters, "-f", "null", "-"], {
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    signal: options.signal,
    niceness: options.niceness,
    onStdout: (chunk) => lines.push(chunk),
  }).catch((error: unknown) => {
    throw asMediaError(error, "damaged", "The file's sound cannot be decoded");
  });
  lines.flush();
  return summarise(last);
}

/** The filter's running values: the last ones are those of the whole. Peaks come as linear amplitudes. */
function summarise(last: ReadonlyMap<string, number>): Loudness {
  const integrated = last.get("I");
  if (integrated === undefined) throw new MediaError("damaged", "The file's sound cannot be decoded");
  const peaks = [...last].filter(([key]) => key.startsWith("true_peaks_ch")).map(([, amplitude]) => amplitude);
  const truePeakDbtp = 20 * Math.log10(Math.max(0, ...peaks.filter(Number.isFinite)));
  return {
    integratedLufs: Number.isFinite(integrated) ? Math.max(SILENCE_LUFS, integrated) : SILENCE_LUFS,
    rangeLu: finiteOr(last.get("LRA"), 0),
    truePeakDbtp: Math.max(SILENCE_DBTP, truePeakDbtp),
  };
}

function finiteOr(value: number | undefined, fallback: number): number {
  return value !== undefined && Number.isFinite(value) ? value : fallback;
}
