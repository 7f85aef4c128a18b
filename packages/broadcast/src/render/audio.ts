import type { EncoderProfile, Loudness } from "@nightjar/contract";
import { AIR_FORMAT_FILTER, AUDIO_DEMUXERS, guardedInput } from "@nightjar/media";
import { QUIET_ARGS, audioEncoderArgs } from "./encoder-args.ts";

/** Above this a player's reconstruction filter may clip (EBU R128 recommends -1 dBTP for sources). */
const TRUE_PEAK_LIMIT_DBTP = -1;
/** Silence measures -70 LUFS: what is nearly silent is not lifted into noise. */
const GAIN_MAX_DB = 24;
const OVERSAMPLED_HZ = 192_000;

/** Gain, in dB to two decimals, that brings a file to the target. */
export function gainDb(loudness: Loudness, targetLufs: number): number {
  const gain = Math.min(GAIN_MAX_DB, targetLufs - loudness.integratedLufs);
  return Math.round(gain * 100) / 100;
}

/** ffmpeg's arguments for one file as a unit of sound: gain, true-peak limiter where peaks need one, AAC. */
export function audioArgs(options: { profile: EncoderProfile; path: string; loudness: Loudness; targetLufs: number }): string[] {
  const { profile, loudness } = options;
  const gain = gainDb(loudness, options.targetLufs);
  const isLimited = loudness.truePeakDbtp + gain > TRUE_PEAK_LIMIT_DBTP;
  const limit = 10 ** (TRUE_PEAK_LIMIT_DBTP / 20);
  // The limiter sees the signal oversampled four times, so that it meets the peaks between the samples too.
  const limiter = `aresample=${OVERSAMPLED_HZ},alimiter=limit=${limit.toFixed(6)}:level=false:attack=5:release=50`;
  const back = `aresample=${profile.sampleRateHz}`;
  const filter = [AIR_FORMAT_FILTER, `volume=${gain.toFixed(2)}dB`, ...(isLimited ? [limiter, back] : [])].join(",");
  const input = guardedInput(options.path, AUDIO_DEMUXERS);
  return [...QUIET_ARGS, ...input, "-map", "0:a:0", "-af", filter, ...audioEncoderArgs(profile)];
}

/** ffmpeg's arguments for the slate's bed: silence. */
export function silenceArgs(profile: EncoderProfile, durationMs: number): string[] {
  const source = `anullsrc=r=${profile.sampleRateHz}:cl=stereo`;
  return [...QUIET_ARGS, "-f", "lavfi", "-i", source, "-t", String(durationMs / 1000), ...audioEncoderArgs(profile)];
}
