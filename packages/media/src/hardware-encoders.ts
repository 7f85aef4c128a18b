import { readdir } from "node:fs/promises";
import { ProcessError } from "./process-error.ts";
import { run } from "./process.ts";

/** An H.264 encoder of the machine's own hardware, by the name ffmpeg gives it. */
export type HardwareCodec = "h264_nvenc" | "h264_vaapi" | "h264_qsv";

/** What a trial encode of a few pictures said. */
export interface Trial {
  readonly exitCode: number | null;
  /** The end of standard error. */
  readonly stderr: string;
}

export interface FoundEncoder {
  readonly isAvailable: boolean;
  /** A sentence; null when it is available. */
  readonly reason: string | null;
}

const TRIAL_TIMEOUT_MS = 15_000;
const LIST_TIMEOUT_MS = 10_000;
const RENDER_NODES = "/dev/dri";

/** Whether `ffmpeg -encoders` lists a codec: six flags, then its name. */
export function isListed(listing: string, codec: HardwareCodec): boolean {
  return new RegExp(`^ V[F.][S.][X.][B.][D.] ${codec}\\s`, "m").test(listing);
}

/** What ffmpeg says where the driver or the device is missing; the first that fits is the reason told. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/Cannot load (libcuda|libnvidia-encode|nvcuda|nvEncodeAPI)/i, "The NVIDIA driver is not installed."],
  [
    /No (NVENC capable devices|capable devices) found|CUDA_ERROR_NO_DEVICE|no CUDA-capable device/i,
    "There is no NVIDIA graphics card that encodes.",
  ],
  [
    /Driver does not support the required nvenc API version|minimum required Nvidia driver/i,
    "The NVIDIA driver is too old for this ffmpeg.",
  ],
  [/OpenEncodeSessionEx failed: (out of memory|incompatible client key)/i, "The graphics card has no free encoder."],
  [
    /No VA display found|Failed to initiali[sz]e VAAPI connection|Device creation failed/i,
    "There is no graphics device that VAAPI can use.",
  ],
  [
    /No usable encoding (profile|entrypoint)|does not support encoding|profile .*not supported/i,
    "The graphics device does not encode H.264.",
  ],
  [
    /internal MFX session|Error creating a MFX session|No device available for.*qsv/i,
    "There is no Intel graphics device that Quick Sync can use.",
  ],
  [/Permission denied/i, "The server may not use the graphics device: its user is not in the group that owns it."],
];

/** Pure: from what ffmpeg lists and from what a trial said. `trial` is null when there was nothing to try. */
export function decideEncoder(codec: HardwareCodec, listing: string, trial: Trial | null): FoundEncoder {
  if (!isListed(listing, codec)) return { isAvailable: false, reason: "This ffmpeg was built without it." };
  if (trial === null) return { isAvailable: false, reason: "There is no graphics device on this machine." };
  if (trial.exitCode === 0) return { isAvailable: true, reason: null };
  const known = CAUSES.find(([pattern]) => pattern.test(trial.stderr));
  return { isAvailable: false, reason: known?.[1] ?? "A trial with it failed." };
}

/** What ffmpeg was built with. */
export async function listEncoders(ffmpegPath: string): Promise<string> {
  const { stdout } = await run(ffmpegPath, ["-hide_banner", "-encoders"], { timeoutMs: LIST_TIMEOUT_MS });
  return stdout.toString("utf8");
}

/** Encodes a few pictures as it would for air. Never rejects: what goes wrong is the answer. */
export async function tryEncoder(ffmpegPath: string, args: readonly string[]): Promise<Trial> {
  try {
    const { exitCode, stderrTail } = await run(ffmpegPath, args, { timeoutMs: TRIAL_TIMEOUT_MS, onStdout: () => undefined });
    return { exitCode, stderr: stderrTail };
  } catch (error) {
    if (error instanceof ProcessError) return { exitCode: error.exitCode, stderr: error.stderrTail };
    return { exitCode: null, stderr: String(error) };
  }
}

/** Graphics devices that may encode, in their order; none: no such folder. */
export async function renderNodes(): Promise<string[]> {
  const names = await readdir(RENDER_NODES).catch(() => []);
  return names
    .filter((name) => /^renderD\d+$/.test(name))
    .toSorted()
    .map((name) => `${RENDER_NODES}/${name}`);
}
