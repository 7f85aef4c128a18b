import type { DestinationTarget } from "@nightjar/contract";

export type LeadsTo = (other: DestinationTarget) => boolean;

/** For a moment, while nobody sends there: whoever goes on air there takes it, and `taken` says so. */
export interface LentTarget {
  readonly taken: AbortSignal;
  giveBack(): void;
}

/** Where all streams are sent, and what is tried there: most services let the newest sender have a key, so what is on air comes first. */
export class Targets {
  /** Two streams may be sent to one: each counts. */
  readonly #claimed = new Set<DestinationTarget>();
  readonly #lent = new Map<AbortController, LeadsTo>();

  /** Before a sender connects there: whoever borrowed it has been told when this answers. @returns what gives it back */
  claim({ url, streamKey }: DestinationTarget): () => void {
    const claimed: DestinationTarget = { url, streamKey };
    this.#claimed.add(claimed);
    for (const [lent, leadsTo] of this.#lent) if (leadsTo(claimed)) lent.abort();
    return () => void this.#claimed.delete(claimed);
  }

  /** null: a sender is there. */
  lend(leadsTo: LeadsTo): LentTarget | null {
    if ([...this.#claimed].some((claimed) => leadsTo(claimed))) return null;
    const lent = new AbortController();
    this.#lent.set(lent, leadsTo);
    return { taken: lent.signal, giveBack: () => void this.#lent.delete(lent) };
  }
}
