import { createHash, webcrypto } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import pLimit from "p-limit";
import { FlvStreamParser } from "../flv/stream-parser.ts";
import { BACK_POINTER_BYTES, FLV_FILE_HEADER_BYTES, TAG_HEADER_BYTES, type TagInfo, readTag, tagBytesAt } from "../flv/tag.ts";
import type { UnitRecord } from "./unit-record.ts";

const CHUNK_BYTES = 512 * 1024;
/** Tracks of ten minutes, backgrounds of half a minute: read and hashed beside our own thread. Larger ones come in pieces, on it. */
const WHOLE_MAX_BYTES = 16 * 1024 * 1024;
/** So many of them are in memory. */
const WHOLE_AT_ONCE = 3;

/** What a unit must be beyond its record: of this kind, and with the profile's sequence header. */
export interface ExpectedUnit {
  readonly kind: "video" | "audio";
  /** null: this unit sets the profile's header. */
  readonly header: Buffer | null;
}

const wholes = pLimit(WHOLE_AT_ONCE);

/** Why a unit may not go on air; null: it may. Reads all of it once. Never throws. */
export async function checkUnit(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  if (expected && record.kind !== expected.kind) return `it is ${record.kind}, not ${expected.kind}`;
  try {
    if (record.bytes > WHOLE_MAX_BYTES) return await checkInPieces(path, record, expected);
    // All streams' units at once, after a restart: in the order in which they were asked for.
    return await wholes(() => checkWhole(path, record, expected));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function checkWhole(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  const bytes = await readFile(path);
  const hashing = webcrypto.subtle.digest("SHA-256", bytes);
  const fault = faultOfTags(bytes, new TagWalk(record, expected));
  const sha256 = Buffer.from(await hashing).toString("hex");
  return fault ?? contentFault(record, sha256);
}

/** As the parser of a stream goes, which would copy all of it first. */
function faultOfTags(bytes: Buffer, walk: TagWalk): string | null {
  let offset = FLV_FILE_HEADER_BYTES + BACK_POINTER_BYTES;
  while (offset < bytes.length) {
    const tagBytes = tagBytesAt(bytes, offset);
    if (tagBytes === null || offset + tagBytes > bytes.length) break;
    const fault = walk.take(readTag(bytes, offset), bytes, offset);
    if (fault !== null) return fault;
    offset += tagBytes;
  }
  return walk.end(bytes.length, bytes.length - offset);
}

async function checkInPieces(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  const hash = createHash("sha256");
  const walk = new TagWalk(record, expected);
  const parser = new FlvStreamParser();
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    for (const tag of parser.push(chunk)) {
      const fault = walk.take(tag, tag.bytes, 0);
      if (fault !== null) return fault;
    }
  }
  return walk.end(bytes, parser.pendingBytes) ?? contentFault(record, hash.digest("hex"));
}

function contentFault(record: UnitRecord, sha256: string): string | null {
  return sha256 === record.sha256 ? null : "its content is not what was rendered";
}

/** Compares what its tags tell of a unit with its record. */
class TagWalk {
  readonly #record: UnitRecord;
  readonly #expected: ExpectedUnit | undefined;
  #mediaBytes = 0;
  #count = 0;
  #isFirstKey = false;

  constructor(record: UnitRecord, expected: ExpectedUnit | undefined) {
    this.#record = record;
    this.#expected = expected;
  }

  /** @returns what is wrong with the tag that begins at `offset` */
  take({ kind, isKey, tagBytes }: TagInfo, bytes: Buffer, offset: number): string | null {
    const wanted = this.#record.kind;
    if (this.#count === 0 && kind === `${wanted}-header`) {
      const header = bytes.subarray(offset + TAG_HEADER_BYTES, offset + tagBytes - BACK_POINTER_BYTES);
      const isWanted = !this.#expected?.header || this.#expected.header.equals(header);
      return isWanted ? null : "its sequence header is not the profile's";
    }
    if (kind !== wanted) return `a tag of kind ${kind} in it`;
    if (this.#count === 0) this.#isFirstKey = isKey;
    this.#count += 1;
    this.#mediaBytes += tagBytes;
    return null;
  }

  /** @returns what is wrong with the whole */
  end(readBytes: number, pendingBytes: number): string | null {
    const { kind, bytes, count, firstTagOffset } = this.#record;
    if (readBytes !== bytes || pendingBytes > 0) return `${readBytes} bytes instead of ${bytes}`;
    if (this.#count !== count) return `${this.#count} tags instead of ${count}`;
    if (readBytes - this.#mediaBytes !== firstTagOffset) return `its first tag is not at ${firstTagOffset}`;
    return kind === "video" && !this.#isFirstKey ? "it does not begin with a key picture" : null;
  }
}
