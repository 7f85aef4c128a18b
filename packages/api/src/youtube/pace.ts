import { backOffMs } from "@nightjar/kit";
import type { Outcome } from "./driver.ts";
import { FIND_PAUSE_MS, FIRST_WATCHES, READINGS, type Step, WATCH_PAUSE, pauseOf } from "./machine.ts";
import { msToNewQuota } from "./quota.ts";

/**
 * When a broadcast's next step is due. What came to nothing is counted by its step, also where something was read in between: a refusal that
 * lasts all day must not use up the day's quota.
 */
export class Pace {
  #quietReadings = 0;
  readonly #failures = new Map<Step, number>();

  /** @returns how long to wait for the next step, after this one. */
  after({ step, consequence }: Outcome, next: Step, nowMs: number): number {
    if (consequence !== null) {
      const pauseMs = backOffMs(pauseOf(step, consequence), this.#failed(step));
      return consequence === "quota" ? Math.min(pauseMs, msToNewQuota(nowMs)) : pauseMs;
    }
    if (!READINGS.has(step)) {
      // The key that was found may be the very one that was said to be gone: it has helped once the next step goes well.
      if (step === "rekey") return backOffMs(pauseOf("find", "keyless"), this.#failed(step));
      if (next === step) return backOffMs(pauseOf(step, "look"), this.#failed(step));
      this.#failures.clear();
    }
    // It was left out of an answer.
    if ((step === "find" || step === "look") && next === step) return FIND_PAUSE_MS;
    const isQuiet = step === "watch" && next === "watch";
    this.#quietReadings = isQuiet ? this.#quietReadings + 1 : 0;
    if (!isQuiet) return 0;
    const { longestMs } = this.#quietReadings > FIRST_WATCHES.count ? WATCH_PAUSE : FIRST_WATCHES;
    return backOffMs({ ...WATCH_PAUSE, longestMs }, this.#quietReadings - 1);
  }

  /** @returns how often it had come to nothing before */
  #failed(step: Step): number {
    const before = this.#failures.get(step) ?? 0;
    this.#failures.set(step, before + 1);
    return before;
  }
}
