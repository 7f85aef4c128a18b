import { Memo, whileAsked } from "@nightjar/kit";
import { type DriverNeeds, type Outcome, advance } from "./driver.ts";

/** Takes broadcasts further, each by one step at a time, whoever asks for it. */
export interface Broadcasts {
  /** Who asks while a step is under way hears what comes of that one. */
  advance(id: string): Promise<Outcome>;
}

export function createBroadcasts(needs: DriverNeeds): Broadcasts {
  const steps = new Memo<string, Outcome>(whileAsked);
  return { advance: (id) => steps.of(id, () => advance(needs, id)) };
}
