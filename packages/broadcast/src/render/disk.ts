import { statfs } from "node:fs/promises";
import type { Logger } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";

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
const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFullError || (error instanceof Error && "code" in error && FULL_CODES.has(error.code));
}

/** Watches the disk's free space: rendering stops before others are left without any, and goes on by itself. */
export class DiskGuard {
  readonly #options: DiskOptions;
  readonly #listeners = createListeners();
  #isFull = false;
  #timer: NodeJS.Timeout | null = null;

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
    this.#set(true);
    throw new DiskFullError("the disk is full");
  }

  /** A write failed: true when that was for want of space. */
  note(error: unknown): boolean {
    const isFull = isDiskFull(error);
    if (isFull) this.#set(true);
    return isFull;
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #set(isFull: boolean): void {
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    this.#options.log?.[isFull ? "error" : "info"]({ dir: this.#options.dir }, isFull ? "disk full" : "disk has room again");
    this.close();
    if (isFull) this.#timer = setInterval(() => void this.#recheck(), this.#options.recheckMs ?? RECHECK_MS).unref();
    this.#listeners.tell();
  }

  async #recheck(): Promise<void> {
    if (await this.#hasRoom(LIFT_FACTOR)) this.#set(false);
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
