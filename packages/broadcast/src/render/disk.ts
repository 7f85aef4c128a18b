import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@nightjar/contract";
import { backOffMs, createListeners } from "@nightjar/kit";
import { WriteGate } from "./write-gate.ts";

/** There is no room for what was to be written. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
}

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface DiskOptions {
  readonly dir: string;
  readonly log?: Logger | undefined;
  /** To that folder. */
  readonly gate?: WriteGate | undefined;
  /** For tests: what the file system says. */
  readonly space?: ((dir: string) => Promise<DiskSpace>) | undefined;
  readonly floorBytes?: number | undefined;
  readonly recheckMs?: number | undefined;
}

/** What is left of the disk for others: the database, the journal, the records of sessions. */
const FLOOR_BYTES = 256 * 1024 * 1024;
/** A small disk keeps less back. */
const FLOOR_SHARE = 0.02;
/** It is full until this much more than the floor is free again. */
const LIFT_FACTOR = 1.25;
const RECHECK_MS = 3000;
/** Where writes fail again so soon after it was full no more, it is looked at later each time: what is begun anew then fails for all streams. */
const RELAPSE_MS = 60_000;
const RECHECK_MAX_MS = 60_000;
/** Of several blocks: a few bytes may find a place where nothing else does. */
const TRIAL_BYTES = 64 * 1024;
const TRIAL_FILE = "room.trial";
/** A file that is too large for its file system (EFBIG) says nothing of others. */
const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFullError || (error instanceof Error && "code" in error && FULL_CODES.has(error.code));
}

/** Watches the disk's free space: rendering stops before others are left without any, and goes on by itself. */
export class DiskGuard {
  readonly #options: DiskOptions;
  readonly #listeners = createListeners();
  #isFull = false;
  /** The file system may have room all the same: a quota, or no inodes. */
  #hasWriteFailed = false;
  /** How often a write has failed soon after it was no longer full. */
  #relapses = 0;
  #liftedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: DiskOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Told when it became full, and when it no longer is. */
  subscribe(listener: () => void): void {
    this.#listeners.subscribe(listener);
  }

  /** Before anything large is written. @throws DiskFullError */
  async check(): Promise<void> {
    if (!this.#isFull && (await this.#hasRoom(1))) return;
    this.#fill();
    throw new DiskFullError("the disk is full");
  }

  /** A write failed: true when that was for want of space. */
  note(error: unknown): boolean {
    const isFull = isDiskFull(error);
    if (isFull) this.#writeFailed();
    return isFull;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #writeFailed(): void {
    if (!this.#hasWriteFailed) {
      const isSoon = performance.now() - this.#liftedAtMs < RELAPSE_MS;
      this.#relapses = isSoon ? this.#relapses + 1 : 0;
    }
    this.#hasWriteFailed = true;
    this.#fill();
  }

  #fill(): void {
    if (this.#isFull || this.#isClosed) return;
    this.#isFull = true;
    this.#options.log?.error({ dir: this.#options.dir }, "disk full");
    this.#recheckLater();
    this.#listeners.tell();
  }

  #lift(): void {
    this.#isFull = false;
    this.#hasWriteFailed = false;
    this.#liftedAtMs = performance.now();
    this.#options.log?.info({ dir: this.#options.dir }, "disk has room again");
    this.#listeners.tell();
  }

  #recheckLater(): void {
    const { recheckMs: firstMs = RECHECK_MS } = this.#options;
    const pauseMs = this.#hasWriteFailed ? backOffMs({ firstMs, longestMs: RECHECK_MAX_MS }, this.#relapses) : firstMs;
    this.#timer = setTimeout(() => void this.#recheck(), pauseMs).unref();
  }

  async #recheck(): Promise<void> {
    const isOver = (await this.#hasRoom(LIFT_FACTOR)) && (!this.#hasWriteFailed || (await this.#takesWrites()));
    if (this.#isClosed) return;
    if (isOver) this.#lift();
    else this.#recheckLater();
  }

  async #takesWrites(): Promise<boolean> {
    const { dir, gate = new WriteGate() } = this.#options;
    const path = join(dir, TRIAL_FILE);
    try {
      await gate.write(async () => {
        try {
          await writeFile(path, Buffer.alloc(TRIAL_BYTES), { flush: true });
        } finally {
          await rm(path, { force: true });
        }
      });
      return true;
    } catch (error) {
      // What fails in another way is not for want of room, and told by the writes themselves.
      return !isDiskFull(error);
    }
  }

  async #hasRoom(factor: number): Promise<boolean> {
    const { dir, floorBytes, space = readSpace } = this.#options;
    const facts = await space(dir).catch(() => null);
    // Where nothing can be learned, the writes themselves will tell.
    if (!facts) return true;
    return facts.freeBytes > (floorBytes ?? Math.min(FLOOR_BYTES, facts.totalBytes * FLOOR_SHARE)) * factor;
  }
}

/** What an ordinary user may still write, and all there is. */
export async function readSpace(dir: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
