import { open } from "node:fs/promises";
import { TAG_HEADER_BYTES, tagBytesAt } from "../flv/tag.ts";
import type { UnitRef } from "../timeline/unit.ts";

/** Where the second GOP of a unit begins, as byte offset and frame; null: it has none that can be read. */
export async function secondGop(unit: UnitRef, gopFrames: number): Promise<{ offset: number; frame: number } | null> {
  const file = await open(unit.path, "r");
  try {
    const header = Buffer.alloc(TAG_HEADER_BYTES);
    let offset = unit.firstTagOffset;
    for (let frame = 0; frame < gopFrames; frame += 1) {
      await file.read(header, 0, header.length, offset);
      const tagBytes = tagBytesAt(header, 0);
      if (tagBytes === null) return null;
      offset += tagBytes;
    }
    return offset < unit.readableBytes ? { offset, frame: gopFrames } : null;
  } finally {
    await file.close();
  }
}
