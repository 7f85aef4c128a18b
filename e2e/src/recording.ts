import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { tool } from "./tool.ts";

const root = resolve(import.meta.dirname, "../..");

interface Track {
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly longestHoleMs: number;
}

export interface Verdict {
  readonly video: Track;
  readonly audio: Track;
  readonly problems: readonly { readonly rule: string; readonly atMs: number; readonly text: string }[];
}

/** What the operators' command says of a recording. */
export async function checkRecording(path: string): Promise<Verdict> {
  const args = ["run", "--silent", "check-recording", "--", path, "--json"];
  // Ends with 1 when anything is wrong, and has said it by then.
  const text = await new Promise<string>((done) => execFile("npm", args, { cwd: root, maxBuffer: 1e8 }, (_error, stdout) => done(stdout)));
  return JSON.parse(text) as Verdict;
}

export interface Packet {
  readonly kind: "video" | "audio";
  readonly dtsMs: number;
  readonly ptsMs: number;
  readonly isKey: boolean;
}

/** What ffprobe finds in a recording, in the order of the file. */
export async function readPackets(path: string): Promise<Packet[]> {
  const entries = "packet=codec_type,pts_time,dts_time,flags";
  const rows = await tool("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path]);
  const packets: Packet[] = [];
  for (const row of rows.split("\n")) {
    const [kind, pts, dts, flags] = row.split(",");
    // nginx writes sequence headers as packets of their own, which have no time.
    if ((kind !== "video" && kind !== "audio") || !pts || !dts || dts === "N/A") continue;
    packets.push({ kind, ptsMs: Number(pts) * 1000, dtsMs: Number(dts) * 1000, isKey: flags?.startsWith("K") ?? false });
  }
  return packets;
}

/** Every step between neighbours of a list of times. */
export function steps(timesMs: readonly number[]): number[] {
  return timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? 0));
}

export const largest = (values: readonly number[]): number => values.reduce((max, value) => Math.max(max, value), -Infinity);
export const smallest = (values: readonly number[]): number => values.reduce((min, value) => Math.min(min, value), Infinity);

export interface StreamFormat {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly profile: string;
  readonly [name: string]: unknown;
}

export async function readFormat(path: string): Promise<StreamFormat[]> {
  const text = await tool("ffprobe", ["-v", "error", "-show_streams", "-of", "json", path]);
  return (JSON.parse(text) as { streams: StreamFormat[] }).streams;
}

const TAG_HEADER_BYTES = 11;
const FIRST_TAG_OFFSET = 13;
const VIDEO_TAG = 9;
const AUDIO_TAG = 8;

/**
 * Distinct decoder configurations of a recording, in hex: SPS and PPS of the pictures, AudioSpecificConfig of the sound.
 * Read from the container itself (Adobe FLV 10.1, annex E), because ffmpeg tells only the first.
 */
export function readConfigurations(path: string): { video: string[]; audio: string[] } {
  const bytes = readFileSync(path);
  const found = { video: new Set<string>(), audio: new Set<string>() };
  for (let at = FIRST_TAG_OFFSET; at + TAG_HEADER_BYTES < bytes.length;) {
    const bodyBytes = bytes.readUIntBE(at + 1, 3);
    const body = bytes.subarray(at + TAG_HEADER_BYTES, at + TAG_HEADER_BYTES + bodyBytes);
    const isConfiguration = body[1] === 0;
    if (bytes[at] === VIDEO_TAG && isConfiguration) found.video.add(body.subarray(5).toString("hex"));
    if (bytes[at] === AUDIO_TAG && isConfiguration) found.audio.add(body.subarray(2).toString("hex"));
    at += TAG_HEADER_BYTES + bodyBytes + 4;
  }
  return { video: [...found.video], audio: [...found.audio] };
}
