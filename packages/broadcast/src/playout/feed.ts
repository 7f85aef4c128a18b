import { closeSync, constants, openSync, writeSync } from "node:fs";
import type { TagBatch } from "../timeline/batch.ts";
import type { TimelineState } from "../timeline/timeline.ts";

/** What a feed has taken in of the timeline's bytes, so that another process goes on with the very next byte. */
export interface FeedPosition {
  /** Count of tags before the run of bytes being written. */
  readonly tagSeq: number;
  /** Bytes of that run that are in the FIFO. */
  readonly bytes: number;
}

interface PendingRun {
  readonly state: TimelineState;
  readonly tagSeq: number;
  readonly bytes: Buffer;
  written: number;
}

/** More than this behind, and the publisher is not slow but stuck: about 15 s of the largest default picture. */
const PENDING_MAX_BYTES = 10 * 1024 * 1024;

/**
 * Writes one publisher's FIFO without ever blocking. The FIFO is opened read-write, so that opening does not wait for
 * the publisher, and non-blocking on a descriptor of our own: the publisher has its own, blocking one.
 */
export class Feed {
  readonly destinationId: string;
  readonly generation: number;
  readonly #fd: number;
  readonly #header: Buffer;
  #pending: PendingRun[] = [];
  #pendingBytes = 0;
  #needsKey: boolean;
  #skip: FeedPosition | null;
  /** Bytes put into the FIFO by this process. */
  fedBytes = 0;

  /** @param resume where an earlier process stopped; without it the feed begins with the headers and the next IDR */
  constructor(options: { destinationId: string; generation: number; fifoPath: string; header: Buffer; resume: FeedPosition | null }) {
    this.destinationId = options.destinationId;
    this.generation = options.generation;
    this.#fd = openSync(options.fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
    this.#header = options.header;
    this.#skip = options.resume;
    this.#needsKey = options.resume === null;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  get isOverflowing(): boolean {
    return this.#pendingBytes > PENDING_MAX_BYTES;
  }

  /** False until the headers are in the FIFO: such a publisher cannot be adopted. */
  get isBegun(): boolean {
    return !this.#needsKey && this.#pending[0]?.tagSeq !== -1;
  }

  /** State of the timeline from which this feed's unwritten bytes can be produced again; null when there are none. */
  get oldestState(): TimelineState | null {
    return this.#pending[0]?.state ?? null;
  }

  position(produced: TimelineState): FeedPosition {
    const [first] = this.#pending;
    return first ? { tagSeq: first.tagSeq, bytes: first.written } : { tagSeq: produced.tagSeq, bytes: 0 };
  }

  /** Takes what the timeline produced after `state`; the batch may be reused afterwards. */
  offer(batch: TagBatch, state: TimelineState): void {
    if (this.#needsKey) {
      const keyOffset = batch.firstKeyOffset;
      if (keyOffset === null) return;
      this.#needsKey = false;
      this.#write({ state, tagSeq: -1, bytes: this.#header, written: 0 });
      // Resuming replays from `state`; a key inside the batch is reached by skipping the bytes before it.
      this.#write({ state, tagSeq: state.tagSeq, bytes: batch.bytes, written: keyOffset });
      return;
    }
    const written = this.#takeSkip(batch, state.tagSeq);
    if (written === null) return;
    this.#write({ state, tagSeq: state.tagSeq, bytes: batch.bytes, written });
  }

  /** Writes what the FIFO takes now. True when nothing is left. */
  pump(): boolean {
    while (this.#pending.length > 0) {
      const [run] = this.#pending;
      if (!run) break;
      const before = run.written;
      this.#push(run);
      this.#pendingBytes -= run.written - before;
      if (run.written < run.bytes.length) return false;
      this.#pending.shift();
    }
    return true;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** Where to begin in a batch that an earlier process may have written in part; null: it has written all of it. */
  #takeSkip(batch: TagBatch, tagSeq: number): number | null {
    const skip = this.#skip;
    if (!skip) return 0;
    const runOffset = batch.tagOffset(skip.tagSeq - tagSeq);
    if (runOffset === null) return null;
    const skippedBytes = runOffset + skip.bytes;
    const batchBytes = batch.bytes.length;
    this.#skip = skippedBytes < batchBytes ? null : { tagSeq: tagSeq + batch.tagCount, bytes: skippedBytes - batchBytes };
    return skippedBytes < batchBytes ? skippedBytes : null;
  }

  #write(run: PendingRun): void {
    if (this.#pending.length === 0) this.#push(run);
    if (run.written >= run.bytes.length) return;
    this.#pending.push({ ...run, bytes: Buffer.from(run.bytes) });
    this.#pendingBytes += run.bytes.length - run.written;
  }

  #push(run: PendingRun): void {
    while (run.written < run.bytes.length) {
      const written = tryWrite(this.#fd, run.bytes, run.written);
      if (written === 0) return;
      run.written += written;
      this.fedBytes += written;
    }
  }
}

/** Bytes taken by a non-blocking descriptor; 0 when it is full. */
function tryWrite(fd: number, bytes: Buffer, offset: number): number {
  try {
    return writeSync(fd, bytes, offset, bytes.length - offset);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return 0;
    throw error;
  }
}
