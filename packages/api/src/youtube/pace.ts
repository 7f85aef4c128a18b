import { type BackOff, backOffMs } from "@nightjar/kit";
import { FIND_PAUSE_MS, FIRST_WATCHES, type Outcome, READINGS, type Step, WATCH_PAUSE, pauseOf } from "./machine.ts";
import { msToNewQuota } from "./quota.ts";
import type { Consequence } from "./reasons.ts";

/** How many pauses follow from how often it came to nothing before. */
type PauseMs = (failuresBefore: number) => number;

/**
 * How long who was refused waits for its next try, where so many fail alike: they take turns, so that all together try as often as one alone would.
 * The first is free: what is over within moments waits for nobody.
 * @param failing this one and those that wait for their turn already
 */
export function sharedPauseMs(pauseMs: PauseMs, failuresBefore: number, failing: number): number {
  if (failuresBefore === 0) return pauseMs(0);
  const before = 1 + (failuresBefore - 1) * failing;
  let sumMs = 0;
  for (let turn = 0; turn < failing; turn += 1) sumMs += pauseMs(before + turn);
  return Math.min(sumMs, LONGEST_TIMER_MS);
}
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Turn {
  readonly step: Step;
  readonly consequence: Consequence;
  readonly refusedAtMs: number;
  readonly pauseMs: number;
}

/**
 * When a broadcast's next step is due. What came to nothing is counted by its step, also where something was read in between: a refusal that
 * lasts all day must not use up the day's quota.
 */
export class Pace {
  #quietReadings = 0;
  readonly #failures = new Map<Step, number>();
  /** What changes something, and was refused more than once. */
  #turn: Turn | null = null;

  /** How that was refused which takes turns with what is refused alike; null: nothing was, or it has gone through. */
  get refusedBy(): Consequence | null {
    return this.#turn?.consequence ?? null;
  }

  /** @param othersBy how many others wait for their turn that are refused so. @returns how long to wait for the next step, after this one. */
  after({ step, consequence }: Outcome, next: Step, nowMs: number, othersBy: (by: Consequence) => number): number {
    if (consequence !== null) return this.#refused({ step, consequence }, next, nowMs, othersBy);
    if (!READINGS.has(step)) {
      // The key that was found may be the very one that was said to be gone: it has helped once the next step goes well.
      if (step === "rekey") return backOffMs(pauseOf("find", "keyless"), this.#failed(step));
      if (next === step) return this.#refused({ step, consequence: "look" }, next, nowMs, othersBy);
      this.#failures.clear();
      this.#turn = null;
    }
    // It was left out of an answer.
    if ((step === "find" || step === "look") && next === step) return FIND_PAUSE_MS;
    const isQuiet = step === "watch" && next === "watch";
    this.#quietReadings = isQuiet ? this.#quietReadings + 1 : 0;
    if (!isQuiet) return next === this.#turn?.step ? leftMs(this.#turn, nowMs) : 0;
    const { longestMs } = this.#quietReadings > FIRST_WATCHES.count ? WATCH_PAUSE : FIRST_WATCHES;
    return backOffMs({ ...WATCH_PAUSE, longestMs }, this.#quietReadings - 1);
  }

  #refused({ step, consequence }: Refusal, next: Step, nowMs: number, othersBy: (by: Consequence) => number): number {
    const failuresBefore = this.#failed(step);
    const pause: BackOff = pauseOf(step, consequence);
    const ownMs = backOffMs(pause, failuresBefore);
    if (consequence === "quota") return Math.min(ownMs, msToNewQuota(nowMs));
    if (READINGS.has(step)) return ownMs;
    const pauseMs = sharedPauseMs((before) => backOffMs(pause, before), failuresBefore, 1 + othersBy(consequence));
    if (failuresBefore > 0) this.#turn = { step, consequence, refusedAtMs: nowMs, pauseMs };
    // What is only read meanwhile, or leads around it, takes no turn.
    return next === step ? pauseMs : ownMs;
  }

  /** @returns how often it had come to nothing before */
  #failed(step: Step): number {
    const before = this.#failures.get(step) ?? 0;
    this.#failures.set(step, before + 1);
    return before;
  }
}

interface Refusal {
  readonly step: Step;
  readonly consequence: Consequence;
}

/** Until its turn comes; never longer than it was, for a clock may be set back. */
const leftMs = ({ pauseMs, refusedAtMs }: Turn, nowMs: number) => Math.min(pauseMs, Math.max(0, refusedAtMs + pauseMs - nowMs));
