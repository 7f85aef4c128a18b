import type { Logger, OnAirState } from "@nightjar/contract";
import { STREAM_TRANSITIONS, checkTransition } from "../../egress/transitions.ts";

export interface ActualStatePort {
  readonly streamId: string;
  readonly log: Logger;
  onChange(): void;
}

/** What is true of a session now. It changes here alone, along the table of transitions. */
export class ActualState {
  readonly #port: ActualStatePort;
  #value: OnAirState = "off";
  #reason: string | null = null;
  /** Some destination has taken what is sent, since its timestamps began. */
  wasOnAir = false;

  constructor(port: ActualStatePort) {
    this.#port = port;
  }

  get value(): OnAirState {
    return this.#value;
  }

  get reason(): string | null {
    return this.#reason;
  }

  is(...values: readonly OnAirState[]): boolean {
    return values.includes(this.#value);
  }

  enter(next: OnAirState, reason: string | null): void {
    if (next === this.#value && reason === this.#reason) return;
    const { streamId, log, onChange } = this.#port;
    if (next !== this.#value) log.info({ streamId, from: this.#value, to: next }, "stream");
    this.#value = checkTransition(STREAM_TRANSITIONS, this.#value, next);
    this.#reason = reason;
    onChange();
  }
}
