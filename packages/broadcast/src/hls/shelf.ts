import type { HlsAnswer, LiveViewer } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import { FlvStreamParser } from "../flv/stream-parser.ts";
import { HlsSegmenter } from "./segmenter.ts";

type Watch = (viewer: LiveViewer) => (() => void) | null;

/** Each holds some 16 s in memory. */
const RUNS_MAX = 8;
/** Players ask every few seconds; who has not for so long has gone. */
const ASKED_WITHIN_MS = 15_000;
/** For as many segments as a player begins with; who gets fewer is to ask again. */
const PATIENCE_MS = 10_000;

/** What is sent, as HLS: cut while somebody asks for it, for all who do together, and kept in memory alone. */
export class HlsShelf {
  readonly #runs = new Map<string, HlsRun>();
  readonly #askedWithinMs: number;

  constructor(askedWithinMs = ASKED_WITHIN_MS) {
    this.#askedWithinMs = askedWithinMs;
  }

  /** @param key names what is sent @param watch begins to; null: nothing is sent */
  async playlist(key: string, watch: Watch): Promise<HlsAnswer> {
    const run = this.#runs.get(key) ?? this.#begin(key, watch);
    if (run === "none" || run === "full") return { is: run };
    run.asked();
    await withinMs(run.playable, PATIENCE_MS);
    return run.isOver || run.segmenter.isEmpty ? { is: "none" } : { is: "playlist", text: run.segmenter.playlist() };
  }

  /** null: it is not kept any more. */
  segment(key: string, number: number): Uint8Array | null {
    const run = this.#runs.get(key);
    run?.asked();
    return run?.segmenter.segment(number) ?? null;
  }

  #begin(key: string, watch: Watch): HlsRun | "none" | "full" {
    if (this.#runs.size >= RUNS_MAX) return "full";
    const run = new HlsRun(this.#askedWithinMs, () => {
      if (this.#runs.get(key) === run) this.#runs.delete(key);
    });
    this.#runs.set(key, run);
    run.begin(watch);
    return run.isOver ? "none" : run;
  }
}

/** From the first who asks until nobody does any more, or nothing more is sent. */
class HlsRun implements LiveViewer {
  readonly shape = "flv";
  /** By the clock: a run that follows has higher ones, also after a restart, because each segment lasts longer than a second. */
  readonly segmenter = new HlsSegmenter(Math.floor(Date.now() / 1000));
  readonly #tags = new FlvStreamParser();
  readonly #askedWithinMs: number;
  readonly #onOver: () => void;
  readonly #playable = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | null = null;
  #leave: () => void = () => undefined;
  isOver = false;

  constructor(askedWithinMs: number, onOver: () => void) {
    this.#askedWithinMs = askedWithinMs;
    this.#onOver = onOver;
  }

  /** Settles once a player can begin, or at the end. */
  get playable(): Promise<void> {
    return this.#playable.promise;
  }

  begin(watch: Watch): void {
    const leave = watch(this);
    if (!leave) return this.end();
    this.#leave = leave;
    // Ended while it was begun.
    if (this.isOver) leave();
  }

  asked(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.isOver) this.#timer = setTimeout(() => this.end(), this.#askedWithinMs).unref();
  }

  take(bytes: Uint8Array): boolean {
    try {
      for (const tag of this.#tags.push(bytes)) this.segmenter.take(tag);
    } catch {
      return false;
    }
    if (this.segmenter.isPlayable) this.#playable.resolve();
    return !this.isOver;
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#leave();
    this.#playable.resolve();
    this.#onOver();
  }
}
