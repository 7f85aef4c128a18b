import { SILENT_DB } from "@nightjar/contract";
import { LineSplitter, run } from "@nightjar/media";
import { AAC_PACKET_SAMPLES } from "@nightjar/contract";
import { HEARD_PACKETS } from "./unit-window.ts";

export interface DecodeOptions {
  readonly ffmpegPath: string;
  readonly signal: AbortSignal;
}

/** Nobody watching it is worth a hitch on air. */
const NICENESS = 10;
const TIMEOUT_MS = 30_000;
/** Sharp in a tile of 220 px on a fine screen. */
const WIDTH_PX = 384;

/** Units are BT.709 in the range of television, a JPEG is BT.601 in full range. */
const SMALL = `scale=${WIDTH_PX}:-2:flags=bilinear:in_color_matrix=bt709:in_range=tv:out_color_matrix=bt601:out_range=pc,format=yuvj420p`;

/** Each picture of an FLV without sound as a small JPEG. */
export async function decodePictures(flv: Uint8Array, options: DecodeOptions): Promise<Buffer[]> {
  const output = ["-vf", SMALL, "-fps_mode", "passthrough", "-q:v", "5", "-f", "mpjpeg", "pipe:1"];
  return partsOf(await decode(flv, output, options));
}

const LEVEL = "lavfi.astats.Overall.RMS_level";
const LEVELS =
  `asetnsamples=n=${HEARD_PACKETS * AAC_PACKET_SAMPLES}:p=0,` +
  `astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=RMS_level,ametadata=mode=print:key=${LEVEL}:file=-`;

/** How loud each run of HEARD_PACKETS packets of an FLV without pictures is, in dB below full scale. */
export async function decodeLevels(flv: Uint8Array, options: DecodeOptions): Promise<number[]> {
  const levels: number[] = [];
  const lines = new LineSplitter((line) => {
    const [name, value] = line.split("=");
    if (name === LEVEL) levels.push(Math.max(SILENT_DB, Number.parseFloat(value ?? "") || SILENT_DB));
  });
  lines.push(await decode(flv, ["-af", LEVELS, "-f", "null", "-"], options));
  lines.flush();
  return levels;
}

async function decode(flv: Uint8Array, output: readonly string[], { ffmpegPath, signal }: DecodeOptions): Promise<Buffer> {
  const args = ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-threads", "1", "-f", "flv", "-i", "pipe:0", ...output];
  const { stdout } = await run(ffmpegPath, args, { timeoutMs: TIMEOUT_MS, niceness: NICENESS, signal, input: flv });
  return stdout;
}

const HEAD_END = "\r\n\r\n";

/** The bodies of a multipart stream as ffmpeg writes it: each behind a head that tells its length. */
function partsOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const headEnd = bytes.indexOf(HEAD_END, at);
    const [, length] = /content-length: *(\d+)/i.exec(bytes.toString("latin1", at, Math.max(at, headEnd))) ?? [];
    if (length === undefined) return parts;
    const from = headEnd + HEAD_END.length;
    at = from + Number(length);
    parts.push(Buffer.from(bytes.subarray(from, at)));
  }
}
