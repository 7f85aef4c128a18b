import type { FileHandle } from "node:fs/promises";
import { TAG_HEADER_BYTES, tagBytesAt, timestampAt } from "../flv/tag.ts";

/** Read at once: hundreds of tags, so that an hour's unit is walked through in a second. */
const BLOCK_BYTES = 1024 * 1024;
/** With the first byte of its data, which says whether a picture is a key picture. */
const LOOKED_AT_BYTES = TAG_HEADER_BYTES + 1;
const FRAME_KEY = 1;

/** A tag of a unit, as its head tells of it. */
export interface WalkedTag {
  readonly offset: number;
  readonly tagBytes: number;
  readonly timestampMs: number;
  /** Of a unit of pictures alone. */
  readonly isKey: boolean;
}

/** The tags of a unit's file from one offset up to another, in order; it ends where they cannot be read. */
export async function* walkTags(file: FileHandle, from: number, to: number): AsyncGenerator<WalkedTag, void> {
  let block: Buffer = Buffer.alloc(0);
  let blockOffset = from;
  for (let offset = from; offset < to;) {
    if (offset + LOOKED_AT_BYTES > blockOffset + block.length) {
      block = await readBlock(file, offset);
      blockOffset = offset;
    }
    const at = offset - blockOffset;
    const tagBytes = block.length - at < LOOKED_AT_BYTES ? null : tagBytesAt(block, at);
    if (tagBytes === null) return;
    yield { offset, tagBytes, timestampMs: timestampAt(block, at), isKey: block.readUInt8(at + TAG_HEADER_BYTES) >> 4 === FRAME_KEY };
    offset += tagBytes;
  }
}

async function readBlock(file: FileHandle, offset: number): Promise<Buffer> {
  const bytes = Buffer.alloc(BLOCK_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
  return bytes.subarray(0, bytesRead);
}
