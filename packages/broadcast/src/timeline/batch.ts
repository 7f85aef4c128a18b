import { AVC_PREFIX_BYTES, TAG_HEADER_BYTES, patchComposition, patchTimestamp } from "../flv/tag.ts";
import type { TagSink } from "./timeline.ts";
import type { TagView } from "./unit.ts";

const STREAM_ID_OFFSET = 8;

/** Collects produced tags, retimed, as one run of bytes. Reused from tick to tick: its bytes are valid until `clear`. */
export class TagBatch implements TagSink {
  #bytes: Buffer;
  #length = 0;
  #view: Buffer | null = null;
  #firstKeyOffset: number | null = null;
  #tagOffsets: number[] = [];

  constructor(capacityBytes = 256 * 1024) {
    this.#bytes = Buffer.allocUnsafeSlow(capacityBytes);
  }

  tag({ buffer, offset, info }: TagView, dtsMs: number, compositionMs: number): void {
    this.#reserve(info.tagBytes);
    const at = this.#length;
    buffer.copy(this.#bytes, at, offset, offset + info.tagBytes);
    patchTimestamp(this.#bytes, at, dtsMs);
    this.#bytes.writeUIntBE(0, at + STREAM_ID_OFFSET, 3);
    if (info.kind === "video" && info.tagBytes > TAG_HEADER_BYTES + AVC_PREFIX_BYTES) patchComposition(this.#bytes, at, compositionMs);
    if (info.isKey && this.#firstKeyOffset === null) this.#firstKeyOffset = at;
    this.#tagOffsets.push(at);
    this.#length += info.tagBytes;
    this.#view = null;
  }

  clear(): void {
    this.#length = 0;
    this.#view = null;
    this.#tagOffsets.length = 0;
    this.#firstKeyOffset = null;
  }

  get bytes(): Buffer {
    return (this.#view ??= this.#bytes.subarray(0, this.#length));
  }

  get tagCount(): number {
    return this.#tagOffsets.length;
  }

  /** Where a receiver may begin: byte offset of the first IDR picture. */
  get firstKeyOffset(): number | null {
    return this.#firstKeyOffset;
  }

  /** Byte offset of the batch's tag with this index; null when the batch is shorter. */
  tagOffset(index: number): number | null {
    return this.#tagOffsets[index] ?? null;
  }

  #reserve(moreBytes: number): void {
    const needed = this.#length + moreBytes;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
