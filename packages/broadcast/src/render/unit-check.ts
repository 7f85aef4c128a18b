import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { FlvStreamParser } from "../flv/stream-parser.ts";
import { TAG_HEADER_BYTES } from "../flv/tag.ts";
import type { UnitRecord } from "./unit-record.ts";

const CHUNK_BYTES = 512 * 1024;

/** What a unit must be beyond its record: of this kind, and with the profile's sequence header. */
export interface ExpectedUnit {
  readonly kind: "video" | "audio";
  /** null: this unit sets the profile's header. */
  readonly header: Buffer | null;
}

/** Why a unit may not go on air; null: it may. Reads all of it once. Never throws. */
export async function checkUnit(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  try {
    return await walk(path, record, expected);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function walk(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  if (expected && record.kind !== expected.kind) return `it is ${record.kind}, not ${expected.kind}`;
  const hash = createHash("sha256");
  const parser = new FlvStreamParser();
  let bytes = 0;
  let mediaBytes = 0;
  let count = 0;
  let isFirstKey = false;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    for (const tag of parser.push(chunk)) {
      const isHeader = count === 0 && mediaBytes === 0 && tag.kind === `${record.kind}-header`;
      if (isHeader) {
        const isWanted = !expected?.header || expected.header.equals(tag.bytes.subarray(TAG_HEADER_BYTES, -4));
        if (!isWanted) return "its sequence header is not the profile's";
        continue;
      }
      if (tag.kind !== record.kind) return `a tag of kind ${tag.kind} in it`;
      if (count === 0) isFirstKey = tag.isKey;
      count += 1;
      mediaBytes += tag.tagBytes;
    }
  }
  if (bytes !== record.bytes || parser.pendingBytes > 0) return `${bytes} bytes instead of ${record.bytes}`;
  if (count !== record.count) return `${count} tags instead of ${record.count}`;
  if (bytes - mediaBytes !== record.firstTagOffset) return `its first tag is not at ${record.firstTagOffset}`;
  if (record.kind === "video" && !isFirstKey) return "it does not begin with a key picture";
  return hash.digest("hex") === record.sha256 ? null : "its content is not what was rendered";
}
