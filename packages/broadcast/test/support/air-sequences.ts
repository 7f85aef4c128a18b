import fc from "fast-check";
import type { AirEvent } from "../../src/director/air/events.ts";
import type { Move } from "./air-acts.ts";
import { AirModel } from "./air-model.ts";
import { runSeed } from "./seeded.ts";

/** Renders are soon there, or late, or so late that their track is over. */
const delay = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 400 }) },
  { weight: 2, arbitrary: fc.integer({ min: 400, max: 8000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 8000, max: 45_000 }) },
);
const pause = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 3, arbitrary: fc.integer({ min: 300, max: 5000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 5000, max: 40_000 }) },
);
const move: fc.Arbitrary<Move> = fc.record({ afterMs: pause, act: fc.nat({ max: 23 }), pick: fc.nat({ max: 99 }), delayMs: delay });

export interface PlayedSequences {
  readonly acts: number;
  /** Of the sequences, those at whose end the wanted picture was on air. */
  readonly whole: number;
  /** How often what happened, in all of them. */
  readonly happened: ReadonlyMap<AirEvent["is"], number>;
}

/** Plays so many random sequences. @throws with the shortest sequence that breaks a promise, and the seed that finds it again */
export function playSequences(count: number, seed: number = runSeed): PlayedSequences {
  let [acts, whole] = [0, 0];
  const happened = new Map<AirEvent["is"], number>();
  fc.assert(
    fc.property(fc.array(move, { minLength: 5, maxLength: 40 }), (moves) => {
      acts += moves.length;
      const model = new AirModel();
      model.play(moves);
      whole += model.isWhole ? 1 : 0;
      for (const [kind, times] of model.happened) happened.set(kind, (happened.get(kind) ?? 0) + times);
    }),
    { numRuns: count, seed, endOnFailure: process.env["AIR_SHRINK"] === "off" },
  );
  return { acts, whole, happened };
}
