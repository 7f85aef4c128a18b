import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { PROFILES } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { TAG_AUDIO, fileHeader, patchTimestamp, readTag, writeTag } from "../../src/flv/tag.ts";
import { CHANNELS } from "../../src/render/junction.ts";
import { UnitWriter } from "../../src/render/unit-writer.ts";

const PROFILE = PROFILES["1080p30"];
const TIMEOUT_MS = 60_000;

export interface EncodedSound {
  readonly header: Buffer;
  readonly packets: readonly Buffer[];
}

/** Runs ffmpeg with these arguments and takes its packets through the writer that makes units. */
export async function encode(args: readonly string[], dir: string, packets?: { skip: number; take: number }): Promise<EncodedSound> {
  const path = join(dir, `unit-${crypto.randomUUID()}.flv`);
  const writer = await UnitWriter.create(path, {
    ...{ kind: "audio", profile: PROFILE, expectedHeader: null, onGrowth: () => undefined },
    ...(packets ? { packets } : {}),
  });
  await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, onStdout: (chunk) => writer.push(chunk) });
  const { firstTagOffset } = await writer.finish();
  await writer.close();
  const bytes = await readFile(path);
  await rm(path);
  const found: Buffer[] = [];
  for (let at = firstTagOffset; at < bytes.length;) {
    const { tagBytes } = readTag(bytes, at);
    found.push(bytes.subarray(at, at + tagBytes));
    at += tagBytes;
  }
  return { header: writer.header ?? Buffer.alloc(0), packets: found };
}

/** Decodes packets put one behind the other; the first sample is that of the first packet. */
export async function decode(header: Buffer, packets: readonly Buffer[]): Promise<Float32Array> {
  const tags = packets.map((packet, index) => {
    const copy = Buffer.from(packet);
    patchTimestamp(copy, 0, Math.round((index * 1024) / 48));
    return copy;
  });
  const input = Buffer.concat([fileHeader(), writeTag(TAG_AUDIO, 0, header), ...tags]);
  const args = ["-v", "error", "-f", "flv", "-i", "pipe:0", "-f", "f32le", "-c:a", "pcm_f32le", "pipe:1"];
  const { stdout } = await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, input, stdoutMaxBytes: 512 * 1024 * 1024 });
  return floats(stdout);
}

export function floats(bytes: Uint8Array): Float32Array {
  const samples = new Float32Array(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT);
  new Uint8Array(samples.buffer).set(bytes.subarray(0, samples.byteLength));
  return samples;
}

/** Root mean square of the difference, for each frame of 1024 samples. */
export function frameErrors(decoded: Float32Array, ideal: Float32Array): number[] {
  const width = 1024 * CHANNELS;
  const frames = Math.floor(Math.min(decoded.length, ideal.length) / width);
  return Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let at = frame * width; at < (frame + 1) * width; at += 1) sum += ((decoded[at] ?? 0) - (ideal[at] ?? 0)) ** 2;
    return Math.sqrt(sum / width);
  });
}
