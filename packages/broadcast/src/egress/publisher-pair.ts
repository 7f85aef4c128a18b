import { rm } from "node:fs/promises";
import type { Logger, PlanDestination } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { ConnectionRecord } from "../playout/record.ts";
import { type SocketTable, readPipe } from "./kernel/index.ts";
import { learnOwnReads } from "./own-reads.ts";
import { type PublisherRecord, fifoPath, forgetKey, publisherDir, signalPublisher, startPublisher } from "./publisher.ts";
import { type Look, PublisherWatch } from "./publisher-watch.ts";
import type { PublisherStarts } from "./publisher-starts.ts";

/** Where it cannot be found out what a publisher reads beside its FIFO, that is not tried for ever. */
const OWN_READS_LOOKS = 40;

export interface PublisherPairOptions {
  readonly ffmpegPath: string;
  readonly log: Logger;
  /** Those of all streams are in it. */
  readonly starts: PublisherStarts;
  /** Each publisher has a folder of its own in it. */
  readonly baseDir: string;
  /** What the playout thread keeps of its connection; null: nothing yet. */
  recorded(record: PublisherRecord): ConnectionRecord | null;
}

/** The publisher of one destination, and the one that waits, unconnected, to take its place when its clock comes to its end. */
export class PublisherPair {
  readonly #options: PublisherPairOptions;
  #generation: number;
  #current: PublisherRecord | null = null;
  #successor: PublisherRecord | null = null;
  #watch: PublisherWatch | null = null;
  #hasKeyFile = false;
  #looksLeft = OWN_READS_LOOKS;
  #zeroAtMs: number | null = null;

  constructor(options: PublisherPairOptions, firstGeneration: number) {
    this.#options = options;
    this.#generation = firstGeneration;
  }

  /** The highest that was ever started. */
  get generation(): number {
    return this.#generation;
  }

  get current(): PublisherRecord | null {
    return this.#current;
  }

  get successor(): PublisherRecord | null {
    return this.#successor;
  }

  /** Of all processes there are now. */
  get records(): PublisherRecord[] {
    return [this.#current, this.#successor].filter((record) => record !== null);
  }

  /** The key stands in a file until the connection has been made. */
  get hasKeyFile(): boolean {
    return this.#hasKeyFile;
  }

  /** Goes on with a publisher of an earlier process. */
  adopt(record: PublisherRecord): void {
    this.#generation = record.generation;
    this.#use(record);
  }

  /** A publisher of the next generation; it connects when it is fed. null: none could be started */
  async begin(destination: PlanDestination): Promise<PublisherRecord | null> {
    const record = await this.#start(destination);
    if (record) this.#use(record);
    return record;
  }

  /** Starts who is to take the place of the current one, if nobody waits for that yet. null: none could be started */
  async prepare(destination: PlanDestination): Promise<PublisherRecord | null> {
    return (this.#successor ??= await this.#start(destination));
  }

  /** The current one has ended: its successor takes its place, and its connection begins now. */
  succeed(): void {
    if (!this.#successor) return;
    this.#use({ ...this.#successor, startedAtMs: monotonicMs() });
    this.#successor = null;
  }

  /** null: there is none. "gone": its process is. */
  look(sockets: SocketTable): Look | "gone" | null {
    return this.#watch?.look(sockets) ?? null;
  }

  /** Whether it is still to be found out what the current one reads beside its FIFO. */
  get isUnsure(): boolean {
    return this.#current !== null && !this.#current.ownReads?.isSure && this.#looksLeft > 0;
  }

  /** @returns whether more is known than before */
  findOwnReads(): boolean {
    const { recorded } = this.#options;
    const record = this.#current;
    if (!record || !this.isUnsure) return false;
    this.#looksLeft -= 1;
    const fed = recorded(record)?.fedBytes ?? null;
    const reading = readPipe(record.pid, fifoPath(record));
    // What waits, or was fed meanwhile, may be half counted.
    if (fed === null || !reading || reading.waitingBytes > 0 || recorded(record)?.fedBytes !== fed) return false;
    const found = learnOwnReads(record.ownReads, reading, fed);
    this.#current = { ...record, ownReads: found };
    return found !== record.ownReads;
  }

  /** Monotonic time that the current connection's timestamps count from; null: not known. */
  get zeroAtMs(): number | null {
    if (this.#current) this.#zeroAtMs ??= this.#options.recorded(this.#current)?.zeroAtMs ?? null;
    return this.#zeroAtMs;
  }

  /** It has connected, and so read the key. */
  async forgetKey(): Promise<void> {
    if (this.#current && this.#hasKeyFile) await forgetKey(this.#current);
    this.#hasKeyFile = false;
  }

  /** The current one has ended. With it goes who waits to take its place: that would have nothing to follow. */
  async forget(): Promise<void> {
    const { records } = this;
    if (this.#successor) signalPublisher(this.#successor, "SIGKILL");
    this.#current = null;
    this.#successor = null;
    this.#watch = null;
    for (const { dir } of records) await rm(dir, { recursive: true, force: true });
  }

  async #start(destination: PlanDestination): Promise<PublisherRecord | null> {
    this.#generation += 1;
    const generation = this.#generation;
    const { ffmpegPath, log, baseDir, starts } = this.#options;
    const dir = publisherDir(baseDir, destination.id, generation);
    try {
      return await starts.run(() => startPublisher({ ffmpegPath, destination, generation, dir }));
    } catch (error) {
      log.warn({ err: error, destinationId: destination.id }, "publisher not started");
      // Whatever hinders that as well: who waits for the publisher is told, and tries again.
      await rm(dir, { recursive: true, force: true }).catch(() => undefined);
      return null;
    }
  }

  #use(record: PublisherRecord): void {
    this.#current = record;
    this.#watch = new PublisherWatch(record, () => this.#options.recorded(record)?.fedBytes ?? null);
    this.#looksLeft = OWN_READS_LOOKS;
    this.#zeroAtMs = null;
    this.#hasKeyFile = true;
  }
}
