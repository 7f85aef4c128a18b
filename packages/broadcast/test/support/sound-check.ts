import type { SyntheticUnit } from "./synthetic.ts";

/** What may come behind a unit of sound, as the test planned it. */
export interface JoinPlan {
  readonly unit: SyntheticUnit;
  readonly before: SyntheticUnit;
  readonly into: SyntheticUnit;
  readonly count: number;
  readonly leaveAtPacket: number;
  readonly resumeAtPacket: number;
}

/** Follows the sound packet by packet: each stands in its unit right behind the one before, or where a join says. */
export class SoundCheck {
  /** Packets that came where another had to come. */
  wrong = 0;
  /** Changes of track over a join, and without one. */
  joined = 0;
  plain = 0;
  readonly #offsetOf: (packet: number) => number;
  readonly #joins = new WeakMap<Buffer, JoinPlan>();
  readonly #counts = new WeakMap<Buffer, number>();
  #buffer: Buffer | null = null;
  #index = 0;
  #nextOffset = 0;

  constructor(offsetOf: (packet: number) => number) {
    this.#offsetOf = offsetOf;
  }

  learnTrack(unit: SyntheticUnit, count: number): void {
    this.#counts.set(unit.bytes, count);
  }

  learnJoin(join: JoinPlan): void {
    this.#joins.set(join.unit.bytes, join);
  }

  packet(buffer: Buffer, offset: number, bytes: number): void {
    if (buffer === this.#buffer && offset === this.#nextOffset) this.#index += 1;
    else {
      const entered = this.#buffer === null ? 0 : this.#enter(this.#buffer, buffer, offset);
      if (entered === null) this.wrong += 1;
      this.#buffer = buffer;
      this.#index = (entered ?? 0) + 1;
    }
    this.#nextOffset = offset + bytes;
  }

  /** @returns the packet of the new unit that may come now; null: this one may not */
  #enter(from: Buffer, to: Buffer, offset: number): number | null {
    const [left, over] = [this.#joins.get(from), this.#joins.get(to)];
    if (over) {
      this.joined += 1;
      return over.before.bytes === from && this.#index === over.leaveAtPacket && offset === this.#offsetOf(0) ? 0 : null;
    }
    if (left) {
      const isWhole = this.#index === left.count && left.into.bytes === to;
      return isWhole && offset === this.#offsetOf(left.resumeAtPacket) ? left.resumeAtPacket : null;
    }
    this.plain += 1;
    return this.#index === this.#counts.get(from) && offset === this.#offsetOf(0) ? 0 : null;
  }
}
