import { Memo, whileAsked } from "@nightjar/kit";
import { type DriverNeeds, type Outcome, advance } from "./driver.ts";
import { type KeyOf, createKeyOf } from "./own-key.ts";

/** Takes broadcasts further, each by one step at a time, whoever asks for it. */
export interface Broadcasts {
  /** Who asks while a step is under way hears what comes of that one. */
  advance(id: string): Promise<Outcome>;
  readonly keyOf: KeyOf;
}

export function createBroadcasts(needs: Omit<DriverNeeds, "keyOf">): Broadcasts {
  const keyOf = createKeyOf(needs);
  const steps = new Memo<string, Outcome>(whileAsked);
  return { keyOf, advance: (id) => steps.of(id, () => advance({ ...needs, keyOf }, id)) };
}
