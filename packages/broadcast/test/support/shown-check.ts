/** Pictures decoded before one that is shown earlier: two B-frames without a pyramid need one, a cut none. */
const AHEAD_MAX = 8;

/** Follows what is shown: every frame of the session once, none left out. */
export class ShownCheck {
  wrong = 0;
  /** Shown up to here, without a gap. */
  #upTo: number | null = null;
  readonly #ahead = new Set<number>();

  /** @param frame of the session at which the picture just decoded is shown */
  picture(frame: number): void {
    this.#upTo ??= frame - 1;
    if (frame <= this.#upTo || this.#ahead.has(frame)) this.wrong += 1;
    if (frame !== this.#upTo + 1) {
      this.#ahead.add(frame);
      if (this.#ahead.size > AHEAD_MAX) this.#giveUp();
      return;
    }
    this.#upTo = frame;
    while (this.#ahead.delete(this.#upTo + 1)) this.#upTo += 1;
  }

  #giveUp(): void {
    this.wrong += 1;
    this.#upTo = Math.max(...this.#ahead);
    this.#ahead.clear();
  }
}
