import { type FileHandle, open } from "node:fs/promises";
import { TAG_HEADER_BYTES, tagBytesAt } from "../flv/tag.ts";
import type { UnitRef } from "../timeline/unit.ts";

/** Read at once: hundreds of tags, so that an hour's unit is walked through in a second. */
const BLOCK_BYTES = 1024 * 1024;

/** Where a GOP of a unit begins, as byte offset and frame. */
export interface GopEntry {
  readonly offset: number;
  readonly frame: number;
}

/** Where the second GOP of a unit begins; null: it has none that can be read. */
export function secondGop(unit: UnitRef, gopFrames: number): Promise<GopEntry | null> {
  return entryAt(unit, gopFrames);
}

/** Where the coded picture `frame` of a unit begins; null: it cannot be read yet. */
export async function entryAt(unit: UnitRef, frame: number): Promise<GopEntry | null> {
  const file = await open(unit.path, "r");
  try {
    const block = { bytes: Buffer.alloc(0), offset: 0 };
    let offset = unit.firstTagOffset;
    for (let tag = 0; tag < frame; tag += 1) {
      if (offset < block.offset || offset + TAG_HEADER_BYTES > block.offset + block.bytes.length) {
        Object.assign(block, { bytes: await readBlock(file, offset), offset });
      }
      const tagBytes = tagBytesAt(block.bytes, offset - block.offset);
      if (tagBytes === null) return null;
      offset += tagBytes;
      if (offset >= unit.readableBytes) return null;
    }
    return { offset, frame };
  } finally {
    await file.close();
  }
}

async function readBlock(file: FileHandle, offset: number): Promise<Buffer> {
  const bytes = Buffer.alloc(BLOCK_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
  return bytes.subarray(0, bytesRead);
}
