import { type LiveEvent, type Logger, liveEvent } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { randomBytes } from "node:crypto";
import { checkOutput } from "./check-output.ts";
import { createEventLog, type EventLog } from "./event-log.ts";
import type { Clock } from "./ports.ts";

type Changed = Extract<LiveEvent, { type: "changed" }>;

/** Passes what happens to whoever watches, and remembers it for whoever comes back within ten minutes. */
export interface LiveHub {
  publish(event: LiveEvent): void;
  changed(entity: Changed["entity"], id: string): void;
  subscribe(listener: (event: LiveEvent, id: string) => void): () => void;
  readonly log: Pick<EventLog, "lastId" | "after">;
  readonly listenerCount: number;
}

interface Needs {
  readonly log: Logger;
  readonly clock: Clock;
  readonly config: { readonly checksOutputs: boolean };
}

const check = (event: LiveEvent) => checkOutput(liveEvent, event, `The event ${event.type}`);

export function createLiveHub({ log, clock, config }: Needs): LiveHub {
  const listeners = createListeners<[LiveEvent, string]>((error) => log.error({ err: error }, "a watcher of live events failed"));
  const events = createEventLog({ boot: randomBytes(6).toString("hex"), nowMs: () => clock.nowMs() });
  const publish = (event: LiveEvent) => {
    // Thrown here it would be taken for a fault of what follows a commit, and only logged there: so a test run fails by it.
    if (config.checksOutputs) void Promise.resolve(event).then(check);
    listeners.tell(event, events.add(event));
  };
  return {
    publish,
    changed: (entity, id) => publish({ type: "changed", entity, id }),
    subscribe: listeners.subscribe,
    log: events,
    get listenerCount() {
      return listeners.count();
    },
  };
}
