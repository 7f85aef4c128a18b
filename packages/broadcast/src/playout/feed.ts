import { closeSync, constants, openSync, writeSync } from "node:fs";
import { type ProfileId, encoderProfile } from "@nightjar/contract";
import { enlargePipe } from "../egress/kernel/index.ts";
import type { TagBatch, TagPlace } from "../timeline/batch.ts";
import type { TimelineState } from "../timeline/timeline.ts";
import { BEHIND_MAX_MS } from "./pace.ts";
import type { FeedPosition, FeedTarget } from "./protocol.ts";

/** Bytes from tag `tagSeq` on, of which the first `written` are in the FIFO (or were not meant for it). */
interface Run {
  readonly state: TimelineState;
  readonly tagSeq: number;
  readonly bytes: Buffer;
  /** Where `bytes` begins in the run: what was written before it was kept is not copied. */
  readonly base: number;
  written: number;
}

/** In the best quality of the profile: that may be chosen at any time. */
function pendingMaxBytes(profileId: ProfileId): number {
  const { videoKbps, audioKbps } = encoderProfile(profileId, "high");
  return ((videoKbps + audioKbps) * BEHIND_MAX_MS) / 8;
}

/**
 * Writes one publisher's FIFO without ever blocking. The FIFO is opened read-write, so that opening does not wait for
 * the publisher, and non-blocking on a descriptor of our own: the publisher has its own, blocking one. The publisher connects
 * when it is opened: one that waits for its turn is not opened before that comes.
 */
export class Feed {
  readonly destinationId: string;
  readonly generation: number;
  readonly isListener: boolean;
  readonly #fifoPath: string;
  /** null: it is held, and not opened yet. */
  #fd: number | null = null;
  readonly #headerAt: (timestampMs: number) => Buffer;
  #pending: Run[] = [];
  #pendingBytes = 0;
  readonly #pendingMaxBytes: number;
  readonly #startMs: number;
  readonly #twinBaseMs: (dtsMs: number) => number | null;
  /** Null until it has begun. Each connection has a clock of its own, so that none comes to its limit with the session's. */
  #baseMs: number | null;
  #skip: Pick<FeedPosition, "tagSeq" | "bytes"> | null;
  readonly #fedBefore: number;
  readonly #onPipe: (bytes: number) => void;
  /** Bytes put into the FIFO by this process. */
  fedBytes = 0;

  /** @param options.isHeld nothing is written, nor opened, until it is released */
  constructor(
    options: FeedTarget & {
      readonly profileId: ProfileId;
      /** What a connection begins with, under this timestamp. */
      readonly headerAt: (timestampMs: number) => Buffer;
      /** The base of the feed whose clock it takes over; null: of none. */
      readonly twinBaseMs?: (dtsMs: number) => number | null;
      readonly isHeld: boolean;
      /** Told how much the FIFO holds, where that can be told. */
      readonly onPipe?: (bytes: number) => void;
    },
  ) {
    this.destinationId = options.destinationId;
    this.generation = options.generation;
    this.isListener = options.isListener ?? false;
    this.#fifoPath = options.fifoPath;
    this.#headerAt = options.headerAt;
    this.#pendingMaxBytes = pendingMaxBytes(options.profileId);
    this.#skip = options.resume;
    this.#fedBefore = options.resume?.fedBytes ?? 0;
    this.#startMs = options.startMs;
    this.#twinBaseMs = options.twinBaseMs ?? (() => null);
    this.#onPipe = options.onPipe ?? (() => undefined);
    this.#baseMs = options.resume?.baseMs ?? null;
    if (!options.isHeld) this.#open();
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Asked before a tick gives it more: of what it is given it can have taken nothing yet. */
  get isOverflowing(): boolean {
    return this.#pendingBytes > this.#pendingMaxBytes;
  }

  /** False until the headers are in the FIFO: such a publisher cannot be adopted. */
  get isBegun(): boolean {
    return this.#baseMs !== null && this.#pending[0]?.tagSeq !== -1;
  }

  /** State of the timeline from which this feed's unwritten bytes can be produced again; null when there are none. */
  get oldestState(): TimelineState | null {
    return this.#pending[0]?.state ?? null;
  }

  /** Null until it has begun. */
  get baseMs(): number | null {
    return this.#baseMs;
  }

  position(produced: TimelineState): FeedPosition {
    const counts = { baseMs: this.#baseMs ?? 0, fedBytes: this.#fedBefore + this.fedBytes };
    if (this.#skip) return { ...this.#skip, ...counts };
    const [first] = this.#pending;
    return first ? { tagSeq: first.tagSeq, bytes: first.written, ...counts } : { tagSeq: produced.tagSeq, bytes: 0, ...counts };
  }

  /** Takes what the timeline produced after `state`; the batch may be reused afterwards. */
  offer(batch: TagBatch, state: TimelineState): void {
    const key = batch.firstKey();
    if (this.#baseMs !== null) this.#take(batch, state, batch.bytes.length);
    else if (key) this.begin(batch, state, key);
  }

  /** Takes the batch from this IDR on, with the headers before it. */
  begin(batch: TagBatch, state: TimelineState, { offset, dtsMs }: TagPlace): void {
    const baseMs = this.#twinBaseMs(dtsMs) ?? dtsMs - this.#startMs;
    this.#baseMs = baseMs;
    batch.rebase(baseMs);
    this.#write({ state, tagSeq: -1, bytes: this.#headerAt(dtsMs - baseMs), base: 0, written: 0 });
    // Resuming replays from `state`; a key inside the batch is reached by skipping the bytes before it.
    this.#write({ state, tagSeq: state.tagSeq, bytes: batch.bytes, base: 0, written: offset });
  }

  /** Takes the batch up to this tag: no more after it. */
  end(batch: TagBatch, state: TimelineState, { offset }: TagPlace): void {
    if (this.#baseMs !== null) this.#take(batch, state, offset);
  }

  get isHeld(): boolean {
    return this.#fd === null;
  }

  release(): void {
    if (this.#fd === null) this.#open();
    this.pump();
  }

  /** Writes what the FIFO takes now. */
  pump(): void {
    for (const run of this.#pending) {
      const before = run.written;
      this.#push(run);
      this.#pendingBytes -= run.written - before;
      if (!isWritten(run)) break;
    }
    this.#pending = this.#pending.filter((run) => !isWritten(run));
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
  }

  #open(): void {
    this.#fd = openSync(this.#fifoPath, constants.O_RDWR | constants.O_NONBLOCK);
    const bytes = enlargePipe(this.#fd);
    if (bytes !== null) this.#onPipe(bytes);
  }

  #take(batch: TagBatch, state: TimelineState, end: number): void {
    batch.rebase(this.#baseMs ?? 0);
    const written = this.#takeSkip(batch, state.tagSeq);
    if (written !== null && written < end) {
      this.#write({ state, tagSeq: state.tagSeq, bytes: batch.bytes.subarray(0, end), base: 0, written });
    }
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

  #write(run: Run): void {
    if (this.#pending.length === 0) this.#push(run);
    if (isWritten(run)) return;
    const rest = Buffer.from(run.bytes.subarray(run.written - run.base));
    this.#pending.push({ ...run, bytes: rest, base: run.written });
    this.#pendingBytes += rest.length;
  }

  #push(run: Run): void {
    if (this.#fd === null) return;
    // One try: a short write says that the FIFO is full, and asking again would only cost an exception.
    const written = tryWrite(this.#fd, run.bytes, run.written - run.base);
    run.written += written;
    this.fedBytes += written;
  }
}

function isWritten(run: Run): boolean {
  return run.written - run.base >= run.bytes.length;
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
