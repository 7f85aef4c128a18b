import type { UnitRef } from "./unit.ts";

/** A key picture, or the first packet of a second of sound: where it lies in its unit. */
export interface Mark {
  readonly unit: UnitRef;
  readonly offset: number;
}
/** One that was written. */
export interface WrittenMark extends Mark {
  /** When it is shown or heard, on the session's clock. */
  readonly atMs: number;
}

/** Sound has a mark every so many packets of its unit: about once a second, and at the same places each time it airs. */
export const MARK_PACKETS = 47;
/** More than are written ahead of the air, so that the one on air is among them. */
const KEPT = 12;

/** Those written last, oldest first. */
export class WrittenMarks {
  #marks: readonly WrittenMark[] = [];

  get list(): readonly WrittenMark[] {
    return this.#marks;
  }

  add(mark: WrittenMark): void {
    this.#marks = [...this.#marks.slice(1 - KEPT), mark];
  }
}
