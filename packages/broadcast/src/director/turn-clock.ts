import type { Rotation } from "./rotation.ts";

/** When the background on air has had its time, the next takes its turn. */
export class TurnClock {
  readonly #rotation: Rotation;
  readonly #onTurn: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(rotation: Rotation, onTurn: () => void) {
    this.#rotation = rotation;
    this.#onTurn = onTurn;
  }

  /** Looks anew how long the one on air may stay. */
  wind(): void {
    this.stop();
    const { dueInMs } = this.#rotation;
    if (dueInMs === null) return;
    this.#timer = setTimeout(() => {
      if (this.#rotation.turn()) this.#onTurn();
      this.wind();
    }, dueInMs);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
