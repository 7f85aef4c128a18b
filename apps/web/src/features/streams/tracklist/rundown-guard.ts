import { statusOf } from "../../../lib/errors.ts";
import { api } from "../../../lib/trpc.ts";
import { sendStepsBy } from "../state/steps-are-sent.ts";
import type { RundownStore } from "./rundown-store.ts";

export type Rundowns = Map<string, Pick<RundownStore, "snapshot" | "leave" | "flush">>;

/** Those of whoever is signed in now. */
let guarded: () => Rundowns = () => new Map();

/** The browser asks before the page goes while a step is not carried out, or waits for somebody to choose. */
function ask(event: BeforeUnloadEvent): void {
  const own = guarded();
  for (const [id, store] of own) {
    const { draft, conflict } = store.snapshot();
    if ((draft ?? conflict) === null) continue;
    event.preventDefault();
    // Nobody can settle what was done to a stream that is deleted by now: it is asked about once.
    void api.streams.get.fetch({ id }).catch((error: unknown) => statusOf(error) === 404 && own.delete(id));
  }
}

/** A phone that is locked has no more moments for what waits for another press. */
function sendNow(): void {
  if (document.visibilityState !== "hidden") return;
  for (const store of guarded().values()) store.leave();
}

/** From now on for as long as the page stands, for steps go on while another screen is shown; said again, it is the same. */
export function guardRundowns(own: () => Rundowns): void {
  guarded = own;
  sendStepsBy((id) => guarded().get(id)?.flush());
  addEventListener("beforeunload", ask);
  document.addEventListener("visibilitychange", sendNow);
}
