import { type EncoderProfile, type Loudness, TRUE_PEAK_LIMIT_DBTP, airLevel } from "@nightjar/contract";
import { AIR_FORMAT_FILTER, AUDIO_DEMUXERS, guardedInput } from "@nightjar/media";
import { QUIET_ARGS, audioEncoderArgs } from "./encoder-args.ts";
import type { Phase } from "./phase.ts";

/** Without its sound nothing of a track airs, and it takes but a few seconds of the processor. */
export const SOUND_NICENESS = 3;
const OVERSAMPLED_HZ = 192_000;

/** Gain, in dB to two decimals, that brings a file to the target, as far as the limiter can follow. */
export function gainDb(loudness: Loudness, targetLufs: number): number {
  return airLevel(loudness, targetLufs).gainDb;
}

/** One file as it is aired: what decides every sample. */
export interface AudioSource {
  readonly path: string;
  readonly loudness: Loudness;
  readonly targetLufs: number;
  /** It goes on from another one: the place on that one's grid where it begins. */
  readonly phase?: Phase | undefined;
}

/** Brings a file into the programme's format, to the target, and where its peaks need it through a true-peak limiter. */
function airFilters(source: AudioSource, sampleRateHz: number): string[] {
  return [...(source.phase ? [`adelay=delays=${source.phase.sourceSamples}S:all=1`] : []), ...levelFilters(source, sampleRateHz)];
}

function levelFilters({ loudness, targetLufs }: AudioSource, sampleRateHz: number): string[] {
  const gain = gainDb(loudness, targetLufs);
  const isLimited = loudness.truePeakDbtp + gain > TRUE_PEAK_LIMIT_DBTP;
  const limit = 10 ** (TRUE_PEAK_LIMIT_DBTP / 20);
  // The limiter sees the signal oversampled four times, so that it meets the peaks between the samples too.
  const limiter = `aresample=${OVERSAMPLED_HZ},alimiter=limit=${limit.toFixed(6)}:level=false:attack=5:release=50`;
  return [AIR_FORMAT_FILTER, `volume=${gain.toFixed(2)}dB`, ...(isLimited ? [limiter, `aresample=${sampleRateHz}`] : [])];
}

/** ffmpeg's arguments for measuring one file after this gain and the limiter: EBU R128 on standard output. */
export function limitedLoudnessArgs(path: string, gain: number): string[] {
  const limit = (10 ** (TRUE_PEAK_LIMIT_DBTP / 20)).toFixed(6);
  // Not oversampled as on air: that costs three times as much and moves the loudness by less than a tenth.
  const limiter = `alimiter=limit=${limit}:level=false:attack=5:release=50`;
  const meter = "apad=pad_dur=0.1,ebur128=metadata=1,ametadata=mode=print:key=lavfi.r128.I:file=-";
  const filter = [AIR_FORMAT_FILTER, `volume=${gain.toFixed(2)}dB`, limiter, meter].join(",");
  return [...QUIET_ARGS, ...guardedInput(path, AUDIO_DEMUXERS), "-map", "0:a:0", "-af", filter, "-f", "null", "-"];
}

/** ffmpeg's arguments for one file as a unit of sound. */
export function audioArgs(profile: EncoderProfile, source: AudioSource): string[] {
  const filter = airFilters(source, profile.sampleRateHz).join(",");
  return [...QUIET_ARGS, ...audioInput(source), "-af", filter, ...audioEncoderArgs(profile)];
}

/** ffmpeg's arguments for some of the same samples, not encoded: interleaved 32-bit floats on standard output. */
export function edgeArgs(profile: EncoderProfile, source: AudioSource, range: { fromSample: number; toSample: number | null }): string[] {
  const end = range.toSample === null ? "" : `:end_sample=${range.toSample}`;
  const filter = [...airFilters(source, profile.sampleRateHz), `atrim=start_sample=${range.fromSample}${end}`].join(",");
  return [...QUIET_ARGS, ...audioInput(source), "-af", filter, "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1"];
}

/**
 * ffmpeg's arguments for samples around the seam of two files that are one recording: put together before they are
 * resampled, because each half alone would be resampled against silence, and the second off by a fraction of a sample.
 */
export function seamArgs(
  profile: EncoderProfile,
  from: AudioSource,
  to: AudioSource,
  range: { fromSample: number; toSample: number },
): string[] {
  const { fromSample, toSample } = range;
  const lead = from.phase ? `adelay=delays=${from.phase.sourceSamples}S:all=1,` : "";
  // More of the second than is looked at costs its decoding, and nothing else: what is cut off is not asked for.
  const filter = [
    `[0:a:0]${lead}asetpts=N/SR/TB[from]`,
    `[1:a:0]asetpts=N/SR/TB[to]`,
    `[from][to]concat=n=2:v=0:a=1,${levelFilters(from, profile.sampleRateHz).join(",")},atrim=start_sample=${fromSample}:end_sample=${toSample}[out]`,
  ].join(";");
  const inputs = [from, to].flatMap(({ path }) => guardedInput(path, AUDIO_DEMUXERS));
  return [...QUIET_ARGS, ...inputs, "-filter_complex", filter, "-map", "[out]", "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1"];
}

/** ffmpeg's arguments for samples in a file of ours as a unit of sound. */
export function pcmArgs(profile: EncoderProfile, path: string): string[] {
  const input = ["-f", "f32le", "-ar", String(profile.sampleRateHz), "-ac", "2", "-i", `file:${path}`];
  return [...QUIET_ARGS, ...input, ...audioEncoderArgs(profile)];
}

function audioInput(source: AudioSource): string[] {
  return [...guardedInput(source.path, AUDIO_DEMUXERS), "-map", "0:a:0"];
}

/** ffmpeg's arguments for the slate's bed: silence. */
export function silenceArgs(profile: EncoderProfile, durationMs: number): string[] {
  const source = `anullsrc=r=${profile.sampleRateHz}:cl=stereo`;
  return [...QUIET_ARGS, "-f", "lavfi", "-i", source, "-t", String(durationMs / 1000), ...audioEncoderArgs(profile)];
}
