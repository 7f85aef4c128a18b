import { AVC_PREFIX_BYTES, TAG_HEADER_BYTES, patchComposition, patchTimestamp } from "../flv/tag.ts";
import type { TagSink } from "./timeline.ts";
import type { TagView } from "./unit.ts";

const STREAM_ID_OFFSET = 8;

/** A tag of a batch. */
export interface TagPlace {
  /** Where its bytes begin. */
  readonly offset: number;
  /** Since the session's epoch. */
  readonly dtsMs: number;
}

/** Collects produced tags, retimed, as one run of bytes. Reused from tick to tick: its bytes are valid until `clear`. */
export class TagBatch implements TagSink {
  #bytes: Buffer;
  #length = 0;
  #view: Buffer | null = null;
  #baseMs = 0;
  #keys: TagPlace[] = [];
  #tagOffsets: number[] = [];
  #tagTimesMs: number[] = [];

  constructor(capacityBytes = 256 * 1024) {
    this.#bytes = Buffer.allocUnsafeSlow(capacityBytes);
  }

  tag({ buffer, offset, info }: TagView, dtsMs: number, compositionMs: number): void {
    this.#reserve(info.tagBytes);
    const at = this.#length;
    buffer.copy(this.#bytes, at, offset, offset + info.tagBytes);
    patchTimestamp(this.#bytes, at, dtsMs - this.#baseMs);
    this.#bytes.writeUIntBE(0, at + STREAM_ID_OFFSET, 3);
    if (info.kind === "video" && info.tagBytes > TAG_HEADER_BYTES + AVC_PREFIX_BYTES) patchComposition(this.#bytes, at, compositionMs);
    if (info.isKey) this.#keys.push({ offset: at, dtsMs });
    this.#tagOffsets.push(at);
    this.#tagTimesMs.push(dtsMs);
    this.#length += info.tagBytes;
    this.#view = null;
  }

  /** @param baseMs the session's time that timestamps count from */
  clear(baseMs = 0): void {
    this.#length = 0;
    this.#view = null;
    this.#baseMs = baseMs;
    this.#tagOffsets.length = 0;
    this.#tagTimesMs.length = 0;
    this.#keys = [];
  }

  /** Lets all timestamps count from another time: each connection has a clock of its own. */
  rebase(baseMs: number): void {
    if (baseMs === this.#baseMs) return;
    this.#baseMs = baseMs;
    for (const [index, offset] of this.#tagOffsets.entries()) patchTimestamp(this.#bytes, offset, (this.#tagTimesMs[index] ?? 0) - baseMs);
  }

  get bytes(): Buffer {
    return (this.#view ??= this.#bytes.subarray(0, this.#length));
  }

  get tagCount(): number {
    return this.#tagOffsets.length;
  }

  /** Where a receiver may begin: the first IDR picture, of those not before `fromMs`. */
  firstKey(fromMs = Number.NEGATIVE_INFINITY): TagPlace | null {
    return this.#keys.find(({ dtsMs }) => dtsMs >= fromMs) ?? null;
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
