import { type EndTurn, Memo, Turns, whileAsked } from "@nightjar/kit";
import { type DriverNeeds, type Outcome, advance } from "./driver.ts";
import { type KeyOf, createKeyOf } from "./own-key.ts";

/** Takes broadcasts further, each by one step at a time, whoever asks for it. */
export interface Broadcasts {
  /** Who asks while a step is under way hears what comes of that one. */
  advance(id: string): Promise<Outcome>;
  /** For who changes it at YouTube besides: after the step under way, and no other begins until the turn is given on. */
  turn(id: string): Promise<EndTurn>;
  readonly keyOf: KeyOf;
}

export function createBroadcasts(needs: Omit<DriverNeeds, "keyOf">): Broadcasts {
  const keyOf = createKeyOf(needs);
  const steps = new Memo<string, Outcome>(whileAsked);
  const turns = new Turns<string>();
  const step = async (id: string) => {
    const endTurn = await turns.take(id);
    try {
      return await advance({ ...needs, keyOf }, id);
    } finally {
      endTurn();
    }
  };
  return { keyOf, advance: (id) => steps.of(id, () => step(id)), turn: (id) => turns.take(id) };
}
