import type { CheckedRule, Tell, CheckedTrack } from "./problem.ts";

/** FLV keeps whole milliseconds, and an ingest may round once more. */
const ROUNDING_MS = 2;

export interface BeatFacts {
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly largestStepMs: number;
  /** Holes in the timestamps: how many, the longest, and all together. */
  readonly holes: number;
  readonly longestHoleMs: number;
  readonly missingMs: number;
}

const WORDS = { video: { one: "picture", many: "The picture" }, audio: { one: "packet of sound", many: "The sound" } } as const;

/** Holds the decoding times of one track against its beat: rising, without a hole, not crowded. */
export class Beat {
  readonly #track: CheckedTrack;
  readonly #tell: Tell;
  readonly #stepMs: number;
  #count = 0;
  #firstMs = 0;
  #lastMs = 0;
  #largestStepMs = 0;
  #holes = 0;
  #longestHoleMs = 0;
  #missingMs = 0;
  #breaks = 0;
  /** Where the counting began: the first tag, or the first behind a break. */
  #base = { atMs: 0, count: 0 };

  constructor(track: CheckedTrack, stepMs: number, tell: Tell) {
    this.#track = track;
    this.#stepMs = stepMs;
    this.#tell = tell;
  }

  take(atMs: number, byteOffset: number): void {
    const tell = (rule: CheckedRule, text: string) => this.#tell({ rule, track: this.#track, atMs, byteOffset, text });
    if (this.#count === 0) {
      this.#firstMs = atMs;
      this.#rebase(atMs);
    } else if (!this.#judgeStep(atMs - this.#lastMs, tell)) this.#rebase(atMs);
    this.#count += 1;
    this.#lastMs = atMs;
  }

  /** By how much the newest timestamp is late against the count of tags since the last break. */
  get driftMs(): number {
    if (this.#count === 0) return 0;
    return this.#lastMs - this.#base.atMs - (this.#count - 1 - this.#base.count) * this.#stepMs;
  }

  get facts(): BeatFacts {
    return {
      count: this.#count,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      largestStepMs: this.#largestStepMs,
      holes: this.#holes,
      longestHoleMs: Math.round(this.#longestHoleMs),
      missingMs: Math.round(this.#missingMs),
    };
  }

  /** Times that the beat has begun anew. */
  get breaks(): number {
    return this.#breaks;
  }

  /** @returns whether the beat goes on */
  #judgeStep(stepMs: number, tell: (rule: CheckedRule, text: string) => void): boolean {
    const { one, many } = WORDS[this.#track];
    this.#largestStepMs = Math.max(this.#largestStepMs, stepMs);
    if (stepMs <= 0) {
      tell("time-back", stepMs === 0 ? `${many}'s time stands still.` : `${many}'s time goes back by ${-stepMs} ms.`);
      return false;
    }
    const missingMs = stepMs - this.#stepMs;
    if (missingMs > ROUNDING_MS) {
      this.#holes += 1;
      this.#longestHoleMs = Math.max(this.#longestHoleMs, missingMs);
      this.#missingMs += missingMs;
      tell("hole", `${Math.round(missingMs)} ms are missing before this ${one}.`);
      return false;
    }
    if (missingMs >= -ROUNDING_MS) return true;
    tell("crowded", `This ${one} comes ${stepMs} ms after the one before; ${this.#stepMs.toFixed(1)} ms are due.`);
    return false;
  }

  #rebase(atMs: number): void {
    this.#base = { atMs, count: this.#count };
    this.#breaks += 1;
  }
}
