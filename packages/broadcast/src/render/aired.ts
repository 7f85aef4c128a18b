import { type FileHandle, open } from "node:fs/promises";
import { run } from "@nightjar/media";
import { TAG_AUDIO, fileHeader, patchTimestamp, tagBytesAt, writeTag } from "../flv/tag.ts";
import type { UnitRef } from "../timeline/unit.ts";
import { QUIET_ARGS } from "./encoder-args.ts";
import { CHANNELS } from "./junction.ts";

/** A unit of sound from some packet on. */
export interface AiredStretch {
  readonly unit: UnitRef;
  /** Byte offset of a packet, and how many after it to leave out. */
  readonly fromOffset: number;
  readonly skipPackets: number;
}

const TIMEOUT_MS = 10_000;
const READ_BYTES = 256 * 1024;
const PACKET_MS = 1024 / 48;

/** Packets of a stretch as FLV tags, at most `count`; fewer where the unit ends. */
export async function readPackets({ unit, fromOffset, skipPackets }: AiredStretch, count: number): Promise<Buffer[]> {
  const file = await open(unit.path, "r");
  try {
    const packets: Buffer[] = [];
    let skipped = 0;
    for await (const tag of tags(file, fromOffset, unit.readableBytes)) {
      if (skipped < skipPackets) skipped += 1;
      else if (packets.push(tag) >= count) break;
    }
    return packets;
  } finally {
    await file.close();
  }
}

async function* tags(file: FileHandle, fromOffset: number, toOffset: number): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for (let at = fromOffset; at < toOffset;) {
    const chunk = Buffer.alloc(Math.min(READ_BYTES, toOffset - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let tagStart = 0;
    for (;;) {
      const tagBytes = tagBytesAt(bytes, tagStart);
      if (tagBytes === null || tagStart + tagBytes > bytes.length) break;
      yield bytes.subarray(tagStart, tagStart + tagBytes);
      tagStart += tagBytes;
    }
    rest = bytes.subarray(tagStart);
  }
}

/**
 * What was, or will be, heard of packets that follow each other on air. The first one only starts the decoder: packets
 * overlap by half, so what comes out begins with the second.
 * @param header the profile's AAC sequence header, as tag data
 */
export async function decodePackets(header: Uint8Array, packets: readonly Buffer[], ffmpegPath: string): Promise<Float32Array> {
  const timed = packets.map((packet, index) => {
    const copy = Buffer.from(packet);
    patchTimestamp(copy, 0, Math.round(index * PACKET_MS));
    return copy;
  });
  const input = Buffer.concat([fileHeader(), writeTag(TAG_AUDIO, 0, Buffer.from(header)), ...timed]);
  const args = [...QUIET_ARGS, "-f", "flv", "-i", "pipe:0", "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1"];
  const { stdout } = await run(ffmpegPath, args, { timeoutMs: TIMEOUT_MS, input, stdoutMaxBytes: 64 * 1024 * 1024 });
  const samples = new Float32Array(Math.floor(stdout.byteLength / Float32Array.BYTES_PER_ELEMENT));
  new Uint8Array(samples.buffer).set(stdout.subarray(0, samples.byteLength));
  return samples.subarray(1024 * CHANNELS);
}
