import type { CallName } from "./refusal.ts";

export interface Held {
  /** So many of its calls wait. */
  readonly waiting: number;
  /** They are carried out, and those that come from then on are not held. */
  letGo(): void;
}

/** Calls that are taken, and neither carried out nor answered until somebody lets them go. */
export class Holds {
  readonly #held = new Map<CallName, { waiting: number; readonly until: Promise<void> }>();

  hold(call: CallName): Held {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const letGo = () => {
      this.#held.delete(call);
      resolve();
    };
    const held = { until, letGo, waiting: 0 };
    this.#held.set(call, held);
    return held;
  }

  /** @param call undefined: none of the API's */
  async pass(call: CallName | undefined): Promise<void> {
    const held = call === undefined ? undefined : this.#held.get(call);
    if (!held) return;
    held.waiting += 1;
    await held.until;
  }
}
