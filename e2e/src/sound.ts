import { ffmpegFrames } from "./tool.ts";

const RATE_HZ = 48_000;
const WINDOW_MS = 20;
const WINDOW_SAMPLES = (RATE_HZ * WINDOW_MS) / 1000;
/** A pitch sounds when this much of the window's energy is its own. */
const SHARE_MIN = 0.6;
/** Shorter than this is a click, not a track. */
const RUN_MIN_WINDOWS = 10;

export interface Sounding {
  /** Index into the pitches; null where none of them sounds. */
  readonly pitch: number | null;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Heard {
  /** What sounds when, without what is too short to be a track. */
  readonly tracks: readonly Sounding[];
  /** The longest time in which none of the pitches sounds, once one has. */
  readonly longestNothingMs: number;
}

/** Which pitch sounds when, heard in the decoded recording. Times count from the first sample. */
export async function hearPitches(path: string, pitchesHz: readonly number[]): Promise<Heard> {
  const format = ["-ac", "1", "-ar", String(RATE_HZ), "-f", "f32le", "pipe:1"];
  const heard: (number | null)[] = [];
  for await (const bytes of ffmpegFrames(["-i", path, "-map", "0:a:0", ...format], WINDOW_SAMPLES * 4)) {
    heard.push(loudestPitch(samplesOf(bytes), pitchesHz));
  }
  // Stop fades the last track away: what is no longer heard then is no silence between tracks.
  const runs = runsOf(heard.slice(0, heard.findLastIndex((pitch) => pitch !== null) + 1));
  // Before the first track the slate is on air: Start waits for nothing.
  const nothingMs = runs.filter(({ pitch, fromMs }) => pitch === null && fromMs > 0).map(({ fromMs, toMs }) => toMs - fromMs);
  const tracks = withoutShortRuns(runs);
  return { tracks: tracks[0]?.pitch === null ? tracks.slice(1) : tracks, longestNothingMs: Math.max(0, ...nothingMs) };
}

function samplesOf(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

function loudestPitch(samples: Float32Array, pitchesHz: readonly number[]): number | null {
  const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
  if (energy < 1e-4) return null;
  const shares = pitchesHz.map((hz) => (2 * goertzel(samples, hz)) / (energy * samples.length));
  const best = shares.reduce((at, share, index) => (share > (shares[at] ?? 0) ? index : at), 0);
  return (shares[best] ?? 0) > SHARE_MIN ? best : null;
}

/** The squared magnitude of one frequency (G. Goertzel, 1958). */
function goertzel(samples: Float32Array, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / RATE_HZ);
  let [one, two] = [0, 0];
  for (const sample of samples) [one, two] = [sample + turn * one - two, one];
  return one * one + two * two - turn * one * two;
}

function runsOf(heard: readonly (number | null)[]): Sounding[] {
  const runs: Sounding[] = [];
  heard.forEach((pitch, index) => {
    const last = runs.at(-1);
    const toMs = (index + 1) * WINDOW_MS;
    if (last?.pitch === pitch) runs[runs.length - 1] = { ...last, toMs };
    else runs.push({ pitch, fromMs: index * WINDOW_MS, toMs });
  });
  return runs;
}

/** The window in which one track ends and the next begins belongs to neither. */
function withoutShortRuns(runs: readonly Sounding[]): Sounding[] {
  const long = runs.filter(({ fromMs, toMs }) => toMs - fromMs >= RUN_MIN_WINDOWS * WINDOW_MS);
  return long.map((run, index) => ({ ...run, toMs: long[index + 1]?.fromMs ?? run.toMs }));
}
