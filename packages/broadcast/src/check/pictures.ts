import { Beat, type BeatFacts } from "./beat.ts";
import type { CheckedRule, Tell } from "./problem.ts";

export interface SeenPicture {
  readonly atMs: number;
  readonly byteOffset: number;
  readonly isKey: boolean;
  readonly compositionMs: number;
}

/** Pictures looked at before the frame rate is taken as known. */
const RATE_FROM = 24;
const RATES = [24, 25, 30, 50, 60] as const;
const DEFAULT_RATE = 30;
const GOP_MAX_MS = 2000;
/** Two B-frames without a pyramid delay a picture by three frames; one more for a stranger's encoder. */
const SHOWN_LATE_MAX_FRAMES = 4;
const ROUNDING_MS = 2;

export interface PictureFacts extends BeatFacts {
  readonly framesPerSecond: number;
  readonly keyframes: number;
  readonly longestGopFrames: number;
}

/** The rules for coded pictures. */
export class Pictures {
  readonly #tell: Tell;
  #waiting: SeenPicture[] | null = [];
  #rate = DEFAULT_RATE;
  #beat: Beat;
  #keyframes = 0;
  #gopFrames = 0;
  #longestGopFrames = 0;
  #isGopTold = false;
  /** Of the running GOP: when each picture is shown, and where it stands. */
  #shown: { readonly atMs: number; readonly picture: SeenPicture }[] = [];
  #shownUntilMs: number | null = null;
  #breaksJudged = 1;

  constructor(tell: Tell) {
    this.#tell = tell;
    this.#beat = new Beat("video", 1000 / DEFAULT_RATE, tell);
  }

  take(picture: SeenPicture): void {
    if (!this.#waiting) return this.#judge(picture);
    this.#waiting.push(picture);
    if (this.#waiting.length === RATE_FROM) this.#settleRate(this.#waiting);
  }

  end(): void {
    if (this.#waiting) this.#settleRate(this.#waiting);
    this.#judgeShown(SHOWN_LATE_MAX_FRAMES);
  }

  get driftMs(): number {
    return this.#beat.driftMs;
  }

  get facts(): PictureFacts {
    const own = { framesPerSecond: this.#rate, keyframes: this.#keyframes, longestGopFrames: this.#longestGopFrames };
    return { ...this.#beat.facts, ...own };
  }

  /** The rate whose frame comes nearest to the middle one of the first steps. */
  #settleRate(first: readonly SeenPicture[]): void {
    const steps = first.slice(1).map(({ atMs }, index) => atMs - (first[index]?.atMs ?? 0));
    const middleMs = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1000 / DEFAULT_RATE;
    const offMs = (rate: number) => Math.abs(1000 / rate - middleMs);
    this.#rate = RATES.reduce<number>((best, rate) => (offMs(rate) < offMs(best) ? rate : best), DEFAULT_RATE);
    this.#beat = new Beat("video", 1000 / this.#rate, this.#tell);
    this.#waiting = null;
    for (const picture of first) this.#judge(picture);
  }

  #judge(picture: SeenPicture): void {
    const { atMs, byteOffset, isKey, compositionMs } = picture;
    const isFirst = this.#beat.facts.count === 0;
    this.#beat.take(atMs, byteOffset);
    if (isFirst && !isKey) this.#say("first-not-key", picture, "The first picture is no keyframe.");
    if (isKey) this.#beginGop();
    this.#gopFrames += 1;
    this.#longestGopFrames = Math.max(this.#longestGopFrames, this.#gopFrames);
    if (this.#gopFrames * (1000 / this.#rate) > GOP_MAX_MS + ROUNDING_MS && !this.#isGopTold) {
      this.#isGopTold = true;
      this.#say("gop-long", picture, `There is no keyframe for more than ${GOP_MAX_MS} ms.`);
      this.#shown = [];
    }
    this.#judgeComposition(picture, compositionMs);
    if (!this.#isGopTold) this.#shown.push({ atMs: atMs + compositionMs, picture });
  }

  #beginGop(): void {
    this.#judgeShown();
    this.#keyframes += 1;
    this.#gopFrames = 0;
    this.#isGopTold = false;
  }

  #judgeComposition(picture: SeenPicture, compositionMs: number): void {
    const mostMs = (SHOWN_LATE_MAX_FRAMES * 1000) / this.#rate + ROUNDING_MS;
    if (compositionMs < 0) this.#say("composition", picture, `This picture is to be shown ${-compositionMs} ms before it is decoded.`);
    if (compositionMs > mostMs)
      this.#say(
        "composition",
        picture,
        `This picture is to be shown ${compositionMs} ms after it is decoded; more than ${Math.round(mostMs)}.`,
      );
  }

  /** Each moment shows one picture: also over a cut, where the GOP before must be shown to its end. */
  #judgeShown(unfinished = 0): void {
    const sorted = this.#shown.toSorted((a, b) => a.atMs - b.atMs);
    // Where the recording ends, pictures between the last ones may be still to come.
    const shown = sorted.slice(0, sorted.length - unfinished);
    this.#shown = [];
    const { breaks } = this.#beat;
    const isWhole = breaks === this.#breaksJudged;
    this.#breaksJudged = breaks;
    // Where decoding times are missing or doubled that is told already; what is shown begins anew behind it.
    if (!isWhole) this.#shownUntilMs = null;
    else for (const { atMs, picture } of shown) this.#judgeShownAt(atMs, picture);
  }

  #judgeShownAt(atMs: number, picture: SeenPicture): void {
    const frameMs = 1000 / this.#rate;
    const stepMs = this.#shownUntilMs === null ? frameMs : atMs - this.#shownUntilMs;
    this.#shownUntilMs = atMs;
    if (stepMs < frameMs - ROUNDING_MS) this.#say("shown-twice", picture, `Two pictures are to be shown within ${stepMs} ms.`);
    if (stepMs > frameMs + ROUNDING_MS) this.#say("shown-hole", picture, `No new picture is shown for ${Math.round(stepMs - frameMs)} ms.`);
  }

  #say(rule: CheckedRule, { atMs, byteOffset }: SeenPicture, text: string): void {
    this.#tell({ rule, track: "video", atMs, byteOffset, text });
  }
}
