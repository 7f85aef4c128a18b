import { open } from "node:fs/promises";
import { FLV_FILE_HEADER_BYTES, BACK_POINTER_BYTES, TAG_HEADER_BYTES } from "../flv/tag.ts";
import type { UnitRef } from "../timeline/unit.ts";

/** AVC and AAC sequence headers that every unit of a profile must have. */
export interface ProfileHeaders {
  readonly video: Buffer;
  readonly audio: Buffer;
}

/** The sequence header's data of a unit: what stands before its first coded tag. */
export async function readHeader(unit: UnitRef): Promise<Buffer> {
  const file = await open(unit.path, "r");
  try {
    const head = Buffer.alloc(unit.firstTagOffset);
    await file.read(head, 0, head.length, 0);
    return head.subarray(FLV_FILE_HEADER_BYTES + BACK_POINTER_BYTES + TAG_HEADER_BYTES, -BACK_POINTER_BYTES);
  } finally {
    await file.close();
  }
}
