import type { Worker } from "node:worker_threads";
import type { Logger } from "@nightjar/contract";
import { backOffMs } from "@nightjar/kit";
import { END, type PlayoutCommand, type PlayoutEvent } from "./protocol.ts";

/** The thread tells its health once a second: one that says nothing for so long hangs. */
const SILENCE_MS = 10_000;
/** One that does not serve yet has its code to load, on a machine that may be busy: so many times as long. */
const BEGINNING_TIMES = 3;
const LOOK_MS = 500;
/** After this whoever is fed by it is not blamed for what it does not take. */
const SILENT_MS = 2000;
/** One that ends sooner than this after it began is followed by another only after a rest, which doubles each time. */
const LIVED_WELL_MS = 20_000;
const FIRST_REST_MS = 250;
/** What was sent ahead covers it. */
const LONGEST_REST_MS = 2000;
/** Longer than a tick on a machine whose processors are taken: one that is not done by then hangs. */
const END_WITHIN_MS = 2500;

export interface PlayoutThreadKeeperOptions {
  readonly log: Logger;
  readonly start: () => Worker;
  readonly onEvent: (event: Exclude<PlayoutEvent, { type: "ready" | "small-pipe" }>) => void;
  /** Nothing of what was open in it is any more; another is on its way. */
  readonly onEnded: () => void;
  readonly silenceMs?: number | undefined;
}

/** Keeps a playout thread there: one that ends by itself, or hangs, is followed by another. */
export class PlayoutThreadKeeper {
  /** Answers when the first serves. */
  readonly first = Promise.withResolvers<void>();
  readonly #options: PlayoutThreadKeeperOptions;
  readonly #looking: NodeJS.Timeout;
  #worker: Worker | null = null;
  #isServing = false;
  #isClosed = false;
  #hasServed = false;
  /** For the thread to come. */
  #waiting: PlayoutCommand[] = [];
  #silentLooks = 0;
  #startedAtMs = 0;
  /** In a row. */
  #deaths = 0;
  #hasToldPipes = false;
  #next: NodeJS.Timeout | null = null;

  constructor(options: PlayoutThreadKeeperOptions) {
    this.#options = options;
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
    this.#start();
  }

  /** It says nothing for a moment, or there is none. */
  get isSilent(): boolean {
    return !this.#isServing || this.#silentLooks * LOOK_MS >= SILENT_MS;
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  /** What is told while there is none, the next is told. */
  post(command: PlayoutCommand): void {
    if (this.#isServing) this.#worker?.postMessage(command);
    else this.#waiting.push(command);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    if (this.#next) clearTimeout(this.#next);
    const worker = this.#worker;
    if (!worker) return;
    // Whatever it throws meanwhile, it exits.
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.postMessage(END);
    const hanging = setTimeout(() => void worker.terminate(), END_WITHIN_MS);
    await ended;
    clearTimeout(hanging);
  }

  #start(): void {
    this.#startedAtMs = performance.now();
    this.#silentLooks = 0;
    try {
      const worker = this.#options.start();
      let fault: unknown = null;
      this.#worker = worker;
      worker.on("message", (event: PlayoutEvent) => this.#take(event));
      worker.on("error", (error) => (fault = error));
      worker.once("exit", (code) => this.#ended(fault ?? new Error(`exit ${code}`)));
    } catch (error) {
      this.#ended(error);
    }
  }

  #take(event: PlayoutEvent): void {
    this.#silentLooks = 0;
    if (event.type === "small-pipe") return this.#tellPipes(event.bytes);
    if (event.type !== "ready") return this.#options.onEvent(event);
    this.#isServing = true;
    this.#hasServed = true;
    for (const command of this.#waiting.splice(0)) this.post(command);
    this.first.resolve();
  }

  /** Once: it concerns the machine, not a stream. */
  #tellPipes(bytes: number): void {
    const message =
      "pipes are small: this user's share of pipe memory (fs.pipe-user-pages-soft) is used up, and each publisher wakes more often";
    if (!this.#hasToldPipes) this.#options.log.warn({ bytes }, message);
    this.#hasToldPipes = true;
  }

  #ended(error: unknown): void {
    this.#worker = null;
    this.#isServing = false;
    if (this.#isClosed) return;
    this.#options.log.error({ err: error }, "the playout thread ended");
    if (!this.#hasServed) return this.first.reject(error);
    // Of sessions that have lost their thread, or have begun since: they are opened again.
    this.#waiting = [];
    const hasLivedWell = performance.now() - this.#startedAtMs > LIVED_WELL_MS;
    this.#deaths = hasLivedWell ? 1 : this.#deaths + 1;
    const restMs = this.#deaths === 1 ? 0 : backOffMs({ firstMs: FIRST_REST_MS, longestMs: LONGEST_REST_MS }, this.#deaths - 2);
    this.#next = setTimeout(() => this.#start(), restMs);
    this.#options.onEnded();
  }

  /** Looks are counted, not time: where the whole process stood still, nobody has hung. */
  #look(): void {
    if (!this.#worker) return;
    this.#silentLooks += 1;
    const mostMs = (this.#options.silenceMs ?? SILENCE_MS) * (this.#isServing ? 1 : BEGINNING_TIMES);
    if (this.#silentLooks * LOOK_MS < mostMs) return;
    this.#silentLooks = 0;
    this.#options.log.error({}, "the playout thread hangs");
    void this.#worker.terminate();
  }
}
