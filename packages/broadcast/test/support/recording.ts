import { readFile } from "node:fs/promises";
import { run } from "@nightjar/media";
import { checkRecording } from "../../src/check/check-recording.ts";
import type { Problem } from "../../src/check/problem.ts";
import { TAG_HEADER_BYTES, readTag, tagBytesAt } from "../../src/flv/tag.ts";

const TIMEOUT_MS = 60_000;

export interface Packet {
  readonly dtsMs: number;
  readonly ptsMs: number;
  readonly isKey: boolean;
}

export interface Recording {
  readonly video: readonly Packet[];
  readonly audio: readonly Packet[];
  /** What our own checker finds wrong with it. */
  readonly problems: readonly Problem[];
  /** The distinct sequence headers in it, as hex. */
  readonly headers: { readonly video: ReadonlySet<string>; readonly audio: ReadonlySet<string> };
}

/** What ffprobe, not our own reader, finds in a recording, and what our checker says of it. */
export async function readRecording(path: string): Promise<Recording> {
  const entries = "packet=codec_type,dts_time,pts_time,flags";
  const { stdout } = await run("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path], { timeoutMs: TIMEOUT_MS });
  const video: Packet[] = [];
  const audio: Packet[] = [];
  for (const line of stdout.toString("utf8").split("\n")) {
    const [type, pts, dts, flags] = line.split(",");
    // The RTMP module writes the sequence header once more as a packet without data: it has no time of its own.
    if (!type || !dts || !pts || dts === "N/A") continue;
    const packet = { dtsMs: Number(dts) * 1000, ptsMs: Number(pts) * 1000, isKey: flags?.startsWith("K") ?? false };
    (type === "video" ? video : audio).push(packet);
  }
  const { problems } = await checkRecording(path);
  return { video, audio, problems, headers: headersOf(await readFile(path)) };
}

function headersOf(bytes: Buffer): Recording["headers"] {
  const headers = { video: new Set<string>(), audio: new Set<string>() };
  for (let offset = 13; offset + TAG_HEADER_BYTES < bytes.length;) {
    // The last tag may still be being written.
    if (offset + (tagBytesAt(bytes, offset) ?? 0) > bytes.length) break;
    const { kind, tagBytes } = readTag(bytes, offset);
    const data = bytes.toString("hex", offset + TAG_HEADER_BYTES, offset + tagBytes - 4);
    if (kind === "video-header") headers.video.add(data);
    if (kind === "audio-header") headers.audio.add(data);
    offset += tagBytes;
  }
  return headers;
}

/** Largest step between neighbours, and whether time ever stood still or went back. */
export function steps(packets: readonly Packet[]): { largestMs: number; isRising: boolean } {
  let largestMs = 0;
  let isRising = true;
  packets.forEach((packet, index) => {
    const before = packets[index - 1];
    if (!before) return;
    largestMs = Math.max(largestMs, packet.dtsMs - before.dtsMs);
    isRising &&= packet.dtsMs > before.dtsMs;
  });
  return { largestMs, isRising };
}

/** A tone of ours is far louder, and what a codec makes of silence far quieter. */
const AUDIBLE = 0.02;
const HEARD_HZ = 8000;

/** When anything is heard for the first time, by the recording's own clock; null: nothing is. A busy machine begins with the silent slate. */
export async function firstHeardMs(path: string): Promise<number | null> {
  const args = ["-v", "error", "-i", path, "-vn", "-ac", "1", "-ar", String(HEARD_HZ), "-f", "f32le", "-c:a", "pcm_f32le", "pipe:1"];
  const { stdout } = await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 64 * 1024 * 1024 });
  const samples = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length - (stdout.length % 4)));
  const at = samples.findIndex((sample) => Math.abs(sample) > AUDIBLE);
  const { audio } = await readRecording(path);
  return at < 0 ? null : (audio[0]?.ptsMs ?? 0) + (at * 1000) / HEARD_HZ;
}

type Facts = Readonly<Record<string, string | number>>;

/** ffprobe's description of the two streams. */
export async function streamFacts(path: string): Promise<{ video: Facts; audio: Facts }> {
  const { stdout } = await run("ffprobe", ["-v", "error", "-show_streams", "-of", "json", path], { timeoutMs: TIMEOUT_MS });
  const { streams }: { streams: Facts[] } = JSON.parse(stdout.toString("utf8"));
  const of = (type: string) => streams.find(({ codec_type: found }) => found === type) ?? {};
  return { video: of("video"), audio: of("audio") };
}

/** One picture as RGB, decoded by ffmpeg. */
export async function decodedFrame(path: string, atMs: number, size: { widthPx: number; heightPx: number }): Promise<Buffer> {
  const args = ["-v", "error", "-i", path, "-ss", String(atMs / 1000), "-frames:v", "1"];
  const output = ["-vf", "scale=in_color_matrix=bt709:in_range=tv:out_range=pc", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
  const { stdout } = await run("ffmpeg", [...args, ...output], { timeoutMs: TIMEOUT_MS });
  if (stdout.length !== size.widthPx * size.heightPx * 3) throw new Error(`no picture at ${atMs} ms`);
  return stdout;
}
