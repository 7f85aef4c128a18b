import type { UnitRef } from "../timeline/unit.ts";
import type { Urgency } from "./requests.ts";

/** A unit that is there, or being made. */
export interface UnitHandle {
  readonly key: string;
  /** Settles when the first GOP or packets can be read. */
  readonly readable: Promise<UnitRef>;
  readonly done: Promise<UnitRef>;
  /** As far as it is known now. */
  current(): UnitRef | null;
  progress(): number;
  raise(urgency: Urgency): void;
}

/** A handle on a unit that is there. */
export function finishedHandle(unit: UnitRef): UnitHandle {
  const ready = Promise.resolve(unit);
  return { key: unit.key, readable: ready, done: ready, current: () => unit, progress: () => 1, raise: () => undefined };
}
