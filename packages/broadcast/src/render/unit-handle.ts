import type { UnitRef } from "../timeline/unit.ts";
import type { Claim } from "./claims.ts";

/** A unit that is there, or being made. */
export interface UnitHandle {
  readonly key: string;
  /** Settles when the first GOP or packets can be read. */
  readonly readable: Promise<UnitRef>;
  readonly done: Promise<UnitRef>;
  /** As far as it is known now. */
  current(): UnitRef | null;
  progress(): number;
  /** The claimant needs it by then, in place of when it did before: earlier or later. */
  claim(claimant: string, claim: Claim): void;
  /** The claimant does not need it any more. What nobody needs and has not begun is not made. */
  release(claimant: string): void;
}

/** A handle on a unit that is there. */
export function finishedHandle(unit: UnitRef): UnitHandle {
  const ready = Promise.resolve(unit);
  const nothing = () => undefined;
  return { key: unit.key, readable: ready, done: ready, current: () => unit, progress: () => 1, claim: nothing, release: nothing };
}
