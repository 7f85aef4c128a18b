/** What a tick weighs, a tick later: some ten seconds count. */
const MEMORY = 0.9;
const TOLD_AFTER_MS = 4000;
const TOLD_CHANGE = 0.05;

/** How many bits a second a programme has at present: what a destination must take, to keep up. */
export class ProgrammeRate {
  #bits = 0;
  #ms = 0;
  #toldKbps = 0;

  /** @returns what is to be told; null: it is as it was, or not known yet */
  take(bytes: number, producedMs: number): number | null {
    this.#bits = this.#bits * MEMORY + bytes * 8;
    this.#ms = this.#ms * MEMORY + producedMs;
    const kbps = Math.round(this.#bits / Math.max(1, this.#ms));
    if (this.#ms < TOLD_AFTER_MS || Math.abs(kbps - this.#toldKbps) <= this.#toldKbps * TOLD_CHANGE) return null;
    this.#toldKbps = kbps;
    return kbps;
  }
}
