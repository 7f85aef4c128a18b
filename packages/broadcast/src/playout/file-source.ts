import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { AVC_PREFIX_BYTES, TAG_HEADER_BYTES, type TagInfo, compositionAt, readTag, tagBytesAt, timestampAt } from "../flv/tag.ts";
import type { TagCursor, TagView, UnitRef, UnitSource } from "../timeline/unit.ts";

/**
 * Read at once for one cursor. Little of it: what is read in one tick and copied in the next has left the processor's
 * cache by then, and hundreds of cursors would pay for it in memory, too.
 */
const READ_AHEAD_BYTES = { video: 64 * 1024, audio: 24 * 1024 } as const;
/** No picture is shown later after its decoding than this: two B-frames at 30 a second need half of it. */
const COMPOSITION_MAX_MS = 200;
/** 60 and 30 a second, to the millisecond. */
const FRAME_MIN_MS = 15;
const FRAME_MAX_MS = 35;
/** What rounding adds up to over a group. */
const BEAT_SLACK_MS = 4;

export interface FileSource extends UnitSource {
  /** Keeps a unit in memory from now on, so that it cannot go missing. @throws when it cannot be read */
  hold(unit: UnitRef): void;
}

/**
 * Opens units as files. Reads are synchronous: they hit the page cache, and the lead absorbs a slow disk. A unit that
 * cannot be read, or whose tags are broken, ends before the first of them, at a place where a cut is legal; it never throws.
 * @param onDamage told once a cursor and pass
 */
export function createFileSource(onDamage: (unit: UnitRef, reason: string) => void): FileSource {
  const held = new Map<string, Buffer>();
  return {
    hold: (unit) => void (held.has(unit.key) || held.set(unit.key, readFileSync(unit.path))),
    open: (unit, offset) => new FileCursor(unit, offset ?? unit.firstTagOffset, held.get(unit.key) ?? null, onDamage),
  };
}

class FileCursor implements TagCursor {
  readonly #unit: UnitRef;
  readonly #held: Buffer | null;
  readonly #onDamage: (unit: UnitRef, reason: string) => void;
  #fd: number | null = null;
  #buffer: Buffer;
  #bufferStart = 0;
  #bufferedBytes = 0;
  #peeked: TagView | null = null;
  /** Up to here the tags are whole, and a cut is legal there. */
  #soundUpTo = 0;
  #isDamaged = false;
  /** Of the group of pictures to come, by the one before it; null: not known. */
  #nextTimestampMs: number | null = null;
  offset: number;

  constructor(unit: UnitRef, offset: number, held: Buffer | null, onDamage: (unit: UnitRef, reason: string) => void) {
    this.#unit = unit;
    this.#held = held;
    this.#onDamage = onDamage;
    this.#buffer = Buffer.allocUnsafeSlow(READ_AHEAD_BYTES[unit.kind]);
    this.offset = offset;
    this.#openFile();
  }

  peek(): TagView | "wait" | "end" {
    if (this.#peeked) return this.#peeked;
    if (this.#isDamaged) return "end";
    if (this.offset >= this.#unit.readableBytes) return this.#unit.isComplete ? "end" : "wait";
    try {
      if (this.offset >= this.#soundUpTo) this.#soundUpTo = this.#endOfRun();
      const info = this.#tagAt(this.offset);
      this.#peeked = { buffer: this.#buffer, offset: this.offset - this.#bufferStart, info };
      return this.#peeked;
    } catch (error) {
      this.#damage(error);
      return "end";
    }
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
    this.#soundUpTo = 0;
    this.#nextTimestampMs = null;
    if (!this.#isDamaged) return;
    // It may have been rendered again meanwhile.
    this.#isDamaged = false;
    this.#bufferedBytes = 0;
    this.close();
    this.#openFile();
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #openFile(): void {
    if (this.#held) return;
    try {
      this.#fd = openSync(this.#unit.path, "r");
    } catch (error) {
      this.#damage(error);
    }
  }

  #damage(error: unknown): void {
    this.#isDamaged = true;
    this.#onDamage(this.#unit, error instanceof Error ? error.message : String(error));
  }

  /** Behind a picture and those shown before it, or behind a packet: nothing is begun that cannot be brought to a legal cut. */
  #endOfRun(): number {
    const first = this.#tagAt(this.offset);
    let end = this.offset + first.tagBytes;
    if (this.#unit.kind === "audio" || first.compositionMs === 0) return end;
    const frameMs = this.#frameMsAfter(first, end);
    if (Math.abs((this.#nextTimestampMs ?? first.timestampMs) - first.timestampMs) > BEAT_SLACK_MS)
      throw new Error(`pictures are missing before ${end}`);
    const between = Math.round(first.compositionMs / frameMs) - 1;
    for (let count = 1; count <= between; count += 1) {
      const { compositionMs, timestampMs, tagBytes } = this.#tagAt(end);
      const isInBeat = Math.abs(timestampMs - first.timestampMs - count * frameMs) <= count;
      if (compositionMs !== 0 || !isInBeat) throw new Error(`the picture at ${end} is out of place`);
      end += tagBytes;
    }
    if (end < this.#unit.readableBytes && this.#compositionAt(end) === 0) throw new Error(`a picture too many at ${end}`);
    this.#nextTimestampMs = first.timestampMs + (between + 1) * frameMs;
    return end;
  }

  /** A picture's length, as the one behind it tells; the last one is shown before any other. */
  #frameMsAfter({ timestampMs, compositionMs }: TagInfo, next: number): number {
    const frameMs = next < this.#unit.readableBytes ? this.#timestampAt(next) - timestampMs : compositionMs;
    if (frameMs < FRAME_MIN_MS || frameMs > FRAME_MAX_MS) throw new Error(`${frameMs} ms between the pictures before ${next}`);
    return frameMs;
  }

  #timestampAt(offset: number): number {
    this.#hold(offset, TAG_HEADER_BYTES);
    return timestampAt(this.#buffer, offset - this.#bufferStart);
  }

  #compositionAt(offset: number): number {
    this.#hold(offset, TAG_HEADER_BYTES + AVC_PREFIX_BYTES);
    return compositionAt(this.#buffer, offset - this.#bufferStart);
  }

  /** The whole tag at `offset`, in the buffer together with all from the cursor's place on. @throws when there is none */
  #tagAt(offset: number): TagInfo {
    this.#hold(offset, TAG_HEADER_BYTES);
    const tagBytes = tagBytesAt(this.#buffer, offset - this.#bufferStart, this.#bufferedBytes) ?? 0;
    if (tagBytes > this.#unit.readableBytes - offset) throw new Error(`the tag at ${offset} is longer than its unit`);
    this.#hold(offset, tagBytes);
    const info = readTag(this.#buffer, offset - this.#bufferStart);
    if (info.kind !== this.#unit.kind) throw new Error(`a tag of kind ${info.kind} at ${offset}`);
    if (info.kind === "video") this.#checkPicture(offset, info);
    return info;
  }

  #checkPicture(offset: number, { isKey, compositionMs }: TagInfo): void {
    const frameType = this.#buffer.readUInt8(offset - this.#bufferStart + TAG_HEADER_BYTES) >> 4;
    const isLost = offset === this.#unit.firstTagOffset ? !isKey : frameType !== 1 && frameType !== 2;
    if (isLost || compositionMs < 0 || compositionMs > COMPOSITION_MAX_MS) throw new Error(`no picture of ours at ${offset}`);
  }

  #hold(offset: number, bytes: number): void {
    if (this.#holds(offset, bytes)) return;
    this.#fill(offset + bytes - this.offset);
    if (!this.#holds(offset, bytes)) throw new Error(`the unit ends at ${this.#bufferStart + this.#bufferedBytes}`);
  }

  #holds(offset: number, bytes: number): boolean {
    return offset >= this.#bufferStart && offset + bytes <= this.#bufferStart + this.#bufferedBytes;
  }

  /** Brings the cursor's place to the buffer's beginning, and behind it at least so many bytes, where the unit has them. */
  #fill(neededBytes: number): void {
    const keptFrom = this.offset - this.#bufferStart;
    const keptBytes = keptFrom < 0 ? 0 : Math.max(0, this.#bufferedBytes - keptFrom);
    const readAheadBytes = READ_AHEAD_BYTES[this.#unit.kind];
    const wantedBytes = neededBytes > readAheadBytes ? neededBytes + readAheadBytes : readAheadBytes;
    const from = this.#buffer;
    if (wantedBytes > from.length) this.#buffer = Buffer.allocUnsafeSlow(wantedBytes);
    if (keptBytes > 0) from.copy(this.#buffer, 0, keptFrom, keptFrom + keptBytes);
    this.#bufferStart = this.offset;
    const bytes = Math.min(wantedBytes, this.#unit.readableBytes - this.offset);
    this.#bufferedBytes = keptBytes + this.#read(keptBytes, Math.max(0, bytes - keptBytes));
  }

  #read(at: number, bytes: number): number {
    const from = this.#bufferStart + at;
    if (this.#held) return this.#held.copy(this.#buffer, at, from, from + bytes);
    return this.#fd === null ? 0 : readSync(this.#fd, this.#buffer, at, bytes, from);
  }
}
