import { closeSync, openSync, readSync } from "node:fs";
import { type TagInfo, readTag, tagBytesAt } from "../flv/tag.ts";
import type { TagCursor, TagView, UnitRef, UnitSource } from "../timeline/unit.ts";

/** Read ahead of one cursor: about a tick of picture, or a second of sound. */
const READ_AHEAD_BYTES = { video: 384 * 1024, audio: 24 * 1024 } as const;

/** Opens units as files. Reads are synchronous: they hit the page cache, and the lead absorbs a slow disk. */
export const fileSource: UnitSource = {
  open: (unit, offset) => new FileCursor(unit, offset ?? unit.firstTagOffset),
};

class FileCursor implements TagCursor {
  readonly #unit: UnitRef;
  readonly #fd: number;
  #buffer: Buffer;
  #bufferStart = 0;
  #bufferedBytes = 0;
  #peeked: TagView | null = null;
  offset: number;

  constructor(unit: UnitRef, offset: number) {
    this.#unit = unit;
    this.#fd = openSync(unit.path, "r");
    this.#buffer = Buffer.allocUnsafeSlow(READ_AHEAD_BYTES[unit.kind]);
    this.offset = offset;
  }

  peek(): TagView | "wait" | "end" {
    if (this.#peeked) return this.#peeked;
    if (this.offset >= this.#unit.readableBytes) return this.#unit.isComplete ? "end" : "wait";
    const view = this.#read();
    this.#peeked = view;
    return view;
  }

  advance(): void {
    const view = this.peek();
    if (typeof view === "string") throw new Error("no tag to step over");
    this.offset += view.info.tagBytes;
    this.#peeked = null;
  }

  rewind(): void {
    this.offset = this.#unit.firstTagOffset;
    this.#peeked = null;
  }

  close(): void {
    closeSync(this.#fd);
  }

  #read(): TagView {
    let at = this.offset - this.#bufferStart;
    if (!this.#holds(at)) {
      this.#fill(this.#buffer.length);
      at = 0;
    }
    if (!this.#holds(at)) {
      const tagBytes = tagBytesAt(this.#buffer, 0, this.#bufferedBytes);
      if (tagBytes === null || tagBytes > this.#unit.readableBytes - this.offset) throw new Error(`unit ${this.#unit.key} is cut off`);
      this.#buffer = Buffer.allocUnsafeSlow(tagBytes * 2);
      this.#fill(this.#buffer.length);
      if (!this.#holds(0)) throw new Error(`unit ${this.#unit.key} is shorter than its record`);
    }
    const info: TagInfo = readTag(this.#buffer, at);
    return { buffer: this.#buffer, offset: at, info };
  }

  #holds(at: number): boolean {
    if (at < 0 || at >= this.#bufferedBytes) return false;
    const tagBytes = tagBytesAt(this.#buffer, at, this.#bufferedBytes);
    return tagBytes !== null && at + tagBytes <= this.#bufferedBytes;
  }

  #fill(wantedBytes: number): void {
    const bytes = Math.min(wantedBytes, this.#unit.readableBytes - this.offset);
    this.#bufferStart = this.offset;
    this.#bufferedBytes = readSync(this.#fd, this.#buffer, 0, bytes, this.offset);
  }
}
