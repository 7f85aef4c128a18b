import { AAC_PACKET_SAMPLES } from "@nightjar/contract";
import { LineSplitter, run } from "@nightjar/media";
import type { UnitRef } from "../timeline/unit.ts";
import { ThumbReader, type ThumbRun, THUMB_HEIGHT_PX, THUMB_WIDTH_PX } from "./thumbs.ts";
import type { UnitAnalysis, UnitRange } from "./unit-analysis.ts";

export interface AnalyseOptions {
  readonly ffmpegPath: string;
  readonly signal: AbortSignal;
}

/** What is below this, after the gain, is not heard. */
const SILENCE_DB = -60;
const SILENCE_MIN_SECONDS = 2;
const TIMEOUT_MS = 30 * 60_000;
const NICENESS = 15;
/** Every unit of pictures: a key picture every two seconds. */
const GOP_MS = 2000;
/** Shorter than this, a picture that stands still is no news. */
const FROZEN_MIN_GOPS = 2;

/** Where a finished unit is silent: it is decoded once, as its receivers do. */
export async function analyseSound(unit: UnitRef, packets: number, options: AnalyseOptions): Promise<UnitAnalysis> {
  const durationMs = (packets * AAC_PACKET_SAMPLES) / 48;
  const marks: { kind: string; atMs: number }[] = [];
  const lines = new LineSplitter((line) => {
    const [, kind, seconds] = /^lavfi\.silence_(start|end)=(\S+)/.exec(line) ?? [];
    if (kind && Number.isFinite(Number(seconds))) marks.push({ kind, atMs: Math.max(0, Math.round(Number(seconds) * 1000)) });
  });
  const filter = `silencedetect=noise=${SILENCE_DB}dB:duration=${SILENCE_MIN_SECONDS},ametadata=mode=print:file=-`;
  await ffmpeg(unit, [], ["-af", filter, "-f", "null", "-"], (chunk) => lines.push(chunk), options);
  lines.flush();
  return { silent: silentRanges(marks, durationMs), black: [], frozen: [], durationMs };
}

/** Pairs of marks; a silence that does not end lasts to the end. */
export function silentRanges(marks: readonly { kind: string; atMs: number }[], durationMs: number): UnitRange[] {
  const ranges: UnitRange[] = [];
  let fromMs: number | null = null;
  for (const { kind, atMs } of marks) {
    if (kind === "start") fromMs = atMs;
    else if (fromMs !== null) {
      ranges.push({ fromMs, toMs: atMs });
      fromMs = null;
    }
  }
  return fromMs === null ? ranges : [...ranges, { fromMs, toMs: durationMs }];
}

/** Where a finished unit is black or stands still: its key pictures tell, and all that are referred to where those are alike. */
export async function analysePicture(unit: UnitRef, durationMs: number, options: AnalyseOptions): Promise<UnitAnalysis> {
  const keys = await thumbs(unit, "nokey", options);
  const gops = keys.map(({ isBlack }, gop) => ({ isBlack, isAlike: gop > 0 && keys[gop]?.isAsBefore === true }));
  const black = gopRanges(
    gops.map(({ isBlack }) => isBlack),
    durationMs,
  );
  const seemsFrozen = longRuns(gops.map(({ isAlike }) => isAlike)).length > 0;
  const frozen = seemsFrozen ? await frozenRanges(unit, keys.length, durationMs, options) : [];
  return { silent: [], black, frozen, durationMs };
}

async function frozenRanges(unit: UnitRef, gopCount: number, durationMs: number, options: AnalyseOptions): Promise<UnitRange[]> {
  const pictures = await thumbs(unit, "noref", options);
  const perGop = pictures.length / gopCount;
  const isStill = Array.from({ length: gopCount }, (_, gop) => {
    const from = Math.round(gop * perGop);
    return pictures.slice(from, Math.round((gop + 1) * perGop)).every(({ isAsBefore }, at) => isAsBefore || from + at === 0);
  });
  return gopRanges(longRuns(isStill), durationMs);
}

/** The same flags, but for runs too short to matter. */
function longRuns(flags: readonly boolean[]): boolean[] {
  const isLong = flags.map((flag, at) => {
    if (!flag) return false;
    const from = flags.lastIndexOf(false, at) + 1;
    const to = flags.indexOf(false, at);
    return (to < 0 ? flags.length : to) - from >= FROZEN_MIN_GOPS;
  });
  return isLong.includes(true) ? isLong : [];
}

/** Runs of GOPs as times. */
export function gopRanges(flags: readonly boolean[], durationMs: number): UnitRange[] {
  const ranges: { fromMs: number; toMs: number }[] = [];
  flags.forEach((flag, gop) => {
    if (!flag) return;
    const toMs = Math.min(durationMs, (gop + 1) * GOP_MS);
    const last = ranges.at(-1);
    if (last && last.toMs === gop * GOP_MS) last.toMs = toMs;
    else ranges.push({ fromMs: gop * GOP_MS, toMs });
  });
  return ranges;
}

async function thumbs(unit: UnitRef, skip: "nokey" | "noref", options: AnalyseOptions): Promise<readonly ThumbRun[]> {
  const reader = new ThumbReader();
  const filter = `scale=${THUMB_WIDTH_PX}:${THUMB_HEIGHT_PX}:flags=area,format=yuv444p`;
  const output = ["-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"];
  await ffmpeg(unit, ["-skip_frame", skip], output, (chunk) => reader.push(chunk), options);
  return reader.pictures;
}

async function ffmpeg(
  unit: UnitRef,
  input: readonly string[],
  output: readonly string[],
  onStdout: (chunk: Uint8Array) => void,
  { ffmpegPath, signal }: AnalyseOptions,
): Promise<void> {
  const args = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-threads", "1", ...input];
  const source = ["-f", "flv", "-i", `file:${unit.path}`];
  await run(ffmpegPath, [...args, ...source, ...output], { timeoutMs: TIMEOUT_MS, niceness: NICENESS, signal, onStdout });
}
