import type { TakenHour } from "@nightjar/contract";
import { z } from "zod";

const STEP_MS = 15_000;
const STEPS = 240;
/** Looks come about once a second; a step that was looked at for less says little of itself. */
const SEEN_SHARE = 0.5;

interface Step {
  /** Counted since the clock's beginning. */
  readonly number: number;
  bits: number;
  /** Of the step, in which somebody looked. */
  seenMs: number;
}

/** A step as a file keeps it: its number, its bits, the time in which somebody looked. */
export const keptStep = z.tuple([z.number().int(), z.number().nonnegative(), z.number().nonnegative()]);
export type KeptStep = z.infer<typeof keptStep>;

/** Who is told what a destination takes. */
export type TakenNotes = Pick<TakenHistory, "note">;

/** What the far end took over the last hour, step by step. */
export class TakenHistory {
  #steps: Step[];

  /** @param kept what was noted before, oldest first */
  constructor(kept: readonly KeptStep[] = []) {
    this.#steps = kept.slice(-STEPS).map(([number, bits, seenMs]) => ({ number, bits, seenMs }));
  }

  /** For a file. */
  get kept(): KeptStep[] {
    return this.#steps.map(({ number, bits, seenMs }) => [number, bits, seenMs]);
  }

  /** Nothing of it is of the last hour. */
  isOver(nowMs: number): boolean {
    return (this.#steps.at(-1)?.number ?? Number.NEGATIVE_INFINITY) < Math.floor(nowMs / STEP_MS) - STEPS;
  }

  /** Bytes that the far end has taken in the time before `nowMs`. */
  note(bytes: number, lastedMs: number, nowMs: number): void {
    const number = Math.floor(nowMs / STEP_MS);
    let step = this.#steps.at(-1);
    if (step?.number !== number) {
      step = { number, bits: 0, seenMs: 0 };
      this.#steps = [...this.#steps.filter((known) => known.number > number - STEPS), step];
    }
    step.bits += bytes * 8;
    step.seenMs += Math.min(lastedMs, STEP_MS);
  }

  /** Oldest first, the step under way not among them; null: nobody looked then, so that nothing is known. */
  hour(nowMs: number): TakenHour {
    const current = Math.floor(nowMs / STEP_MS);
    const known = new Map(this.#steps.map((step) => [step.number, step]));
    const kbps = Array.from({ length: STEPS }, (_, index) => {
      const step = known.get(current - STEPS + index);
      return step && step.seenMs >= STEP_MS * SEEN_SHARE ? Math.round(step.bits / step.seenMs) : null;
    });
    return { stepMs: STEP_MS, kbps };
  }
}
