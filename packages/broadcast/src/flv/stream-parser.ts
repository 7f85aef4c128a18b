import { BACK_POINTER_BYTES, FLV_FILE_HEADER_BYTES, FlvError, type TagInfo, readTag, tagBytesAt } from "./tag.ts";

/** Longest tag believed in: a keyframe of 2160p at our bitrates stays far below. */
const TAG_MAX_BYTES = 8 * 1024 * 1024;

export interface ParsedTag extends TagInfo {
  /** The whole tag with its back-pointer; valid until the next push. */
  readonly bytes: Buffer;
}

/** Cuts a byte stream, arriving in pieces of any size, into FLV tags. */
export class FlvStreamParser {
  #rest: Buffer = Buffer.alloc(0);
  #isHeaderRead = false;

  /**
   * Yields every tag that the bytes so far complete.
   * @throws FlvError at the first byte that cannot be FLV.
   */
  *push(chunk: Uint8Array): Generator<ParsedTag> {
    let bytes = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    this.#rest = bytes;
    if (!this.#isHeaderRead) {
      const headerBytes = FLV_FILE_HEADER_BYTES + BACK_POINTER_BYTES;
      if (bytes.length < headerBytes) return;
      if (bytes.toString("latin1", 0, 3) !== "FLV") throw new FlvError("no FLV header");
      bytes = bytes.subarray(headerBytes);
      this.#isHeaderRead = true;
    }
    let offset = 0;
    for (;;) {
      const tagBytes = tagBytesAt(bytes, offset);
      if (tagBytes !== null && tagBytes > TAG_MAX_BYTES) throw new FlvError(`tag of ${tagBytes} bytes`);
      if (tagBytes === null || bytes.length - offset < tagBytes) break;
      const info = readTag(bytes, offset);
      yield { ...info, bytes: bytes.subarray(offset, offset + tagBytes) };
      offset += tagBytes;
    }
    this.#rest = bytes.subarray(offset);
  }

  /** Bytes that belong to a tag not yet complete: 0 at a clean end. */
  get pendingBytes(): number {
    return this.#rest.length;
  }
}
