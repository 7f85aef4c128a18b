import { backOffMs, createListeners, withinMs } from "@nightjar/kit";
import type { Logger } from "@nightjar/contract";
import { causeOf } from "../prepare/failures.ts";
import type { HeaderChoice, SlateFound } from "../prepare/header-choice.ts";

export interface SlateSearchPort {
  readonly log: Logger;
  /** In software where the wanted encoder cannot be had. */
  slate(choice: HeaderChoice): Promise<SlateFound>;
}

export interface SoughtSlate extends SlateFound {
  readonly choice: HeaderChoice;
}

export interface Sought {
  /** As it is now: it may change while there is none. */
  readonly choice: () => HeaderChoice;
  readonly isWanted: () => boolean;
  /** A sentence for people; null: it is there after all. */
  readonly onTrouble?: (reason: string | null) => void;
}

const BACK_OFF = { firstMs: 1000, longestMs: 30_000 };
const NOTHING_RENDERED = "Nothing can be rendered at present. It is tried again.";

/** Nothing goes on air without a slate: where it cannot be rendered it is tried again, until it can or is wanted no more. */
export class SlateSearch {
  readonly #port: SlateSearchPort;
  readonly #woken = createListeners();

  constructor(port: SlateSearchPort) {
    this.#port = port;
  }

  /** @returns null: it is not wanted any more */
  async find({ choice, isWanted, onTrouble = () => undefined }: Sought): Promise<SoughtSlate | null> {
    for (let failures = 0; isWanted(); failures += 1) {
      const asked = choice();
      try {
        const found = await this.#port.slate(asked);
        if (!isWanted()) return null;
        if (failures > 0) onTrouble(null);
        return { ...found, choice: asked };
      } catch (error) {
        this.#port.log.error({ err: error, failures }, "no slate");
        const cause = causeOf(error);
        if (isWanted()) onTrouble(cause === "" ? NOTHING_RENDERED : `${NOTHING_RENDERED} (${cause})`);
        await this.#rest(backOffMs(BACK_OFF, failures));
      }
    }
    return null;
  }

  /** The machine is better, or nothing is wanted any more: nobody waits any longer. */
  wake(): void {
    this.#woken.tell();
  }

  async #rest(restMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = this.#woken.subscribe(resolve);
    await withinMs(promise, restMs);
    leave();
  }
}
