import type { TagCursor, TagView, UnitRef, UnitSource } from "./unit.ts";

/** The silence unit, repeated by the session's count of packets: whoever goes on from a record finds the same packet. */
export class Silence {
  readonly #cursor: TagCursor;
  readonly #count: number;
  #index = 0;

  /** @throws when the unit cannot be read, or is empty */
  constructor(source: UnitSource, unit: UnitRef) {
    this.#cursor = source.open(unit);
    let count = 0;
    for (; typeof this.#cursor.peek() !== "string"; count += 1) this.#cursor.advance();
    if (count === 0) throw new Error("the silence unit is empty");
    this.#count = count;
    this.#cursor.rewind();
  }

  packet(number: number): TagView {
    const wanted = number % this.#count;
    if (wanted < this.#index) {
      this.#cursor.rewind();
      this.#index = 0;
    }
    for (; this.#index < wanted; this.#index += 1) this.#cursor.advance();
    const view = this.#cursor.peek();
    if (typeof view === "string") throw new Error("the silence unit is shorter than it was");
    return view;
  }

  close(): void {
    this.#cursor.close();
  }
}
