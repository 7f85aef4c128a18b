import { createHash, webcrypto } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createScheduler } from "@nightjar/media";
import { FlvStreamParser } from "../flv/stream-parser.ts";
import { TAG_HEADER_BYTES } from "../flv/tag.ts";
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

const wholes = createScheduler({ concurrency: WHOLE_AT_ONCE, now: () => performance.now() });

/** Why a unit may not go on air; null: it may. Reads all of it once. Never throws. */
export async function checkUnit(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  if (expected && record.kind !== expected.kind) return `it is ${record.kind}, not ${expected.kind}`;
  try {
    if (record.bytes > WHOLE_MAX_BYTES) return await checkInPieces(path, record, expected);
    // All streams' units at once, after a restart: in the order in which they were asked for.
    return await wholes.schedule({ lane: "air", label: "a unit is checked" }, () => checkWhole(path, record, expected)).promise;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function checkWhole(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  const bytes = await readFile(path);
  const hashing = webcrypto.subtle.digest("SHA-256", bytes);
  const walk = new TagWalk(record, expected);
  const fault = walk.take(bytes) ?? walk.end();
  const sha256 = Buffer.from(await hashing).toString("hex");
  return fault ?? contentFault(record, sha256);
}

async function checkInPieces(path: string, record: UnitRecord, expected?: ExpectedUnit): Promise<string | null> {
  const hash = createHash("sha256");
  const walk = new TagWalk(record, expected);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const fault = walk.take(chunk);
    if (fault !== null) return fault;
  }
  return walk.end() ?? contentFault(record, hash.digest("hex"));
}

function contentFault(record: UnitRecord, sha256: string): string | null {
  return sha256 === record.sha256 ? null : "its content is not what was rendered";
}

/** Compares what its tags tell of a unit with its record. */
class TagWalk {
  readonly #record: UnitRecord;
  readonly #expected: ExpectedUnit | undefined;
  readonly #parser = new FlvStreamParser();
  #bytes = 0;
  #mediaBytes = 0;
  #count = 0;
  #isFirstKey = false;

  constructor(record: UnitRecord, expected: ExpectedUnit | undefined) {
    this.#record = record;
    this.#expected = expected;
  }

  /** @returns what is wrong with what has come so far */
  take(chunk: Buffer): string | null {
    const { kind } = this.#record;
    this.#bytes += chunk.length;
    for (const tag of this.#parser.push(chunk)) {
      const isHeader = this.#count === 0 && this.#mediaBytes === 0 && tag.kind === `${kind}-header`;
      if (isHeader) {
        const header = this.#expected?.header;
        if (header && !header.equals(tag.bytes.subarray(TAG_HEADER_BYTES, -4))) return "its sequence header is not the profile's";
        continue;
      }
      if (tag.kind !== kind) return `a tag of kind ${tag.kind} in it`;
      if (this.#count === 0) this.#isFirstKey = tag.isKey;
      this.#count += 1;
      this.#mediaBytes += tag.tagBytes;
    }
    return null;
  }

  /** @returns what is wrong with the whole */
  end(): string | null {
    const { kind, bytes, count, firstTagOffset } = this.#record;
    if (this.#bytes !== bytes || this.#parser.pendingBytes > 0) return `${this.#bytes} bytes instead of ${bytes}`;
    if (this.#count !== count) return `${this.#count} tags instead of ${count}`;
    if (this.#bytes - this.#mediaBytes !== firstTagOffset) return `its first tag is not at ${firstTagOffset}`;
    return kind === "video" && !this.#isFirstKey ? "it does not begin with a key picture" : null;
  }
}
