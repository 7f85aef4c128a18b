import type { LiveEvent, Logger } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { randomBytes } from "node:crypto";
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

export function createLiveHub({ log, clock }: { log: Logger; clock: Clock }): LiveHub {
  const listeners = createListeners<[LiveEvent, string]>((error) => log.error({ err: error }, "a watcher of live events failed"));
  const events = createEventLog({ boot: randomBytes(6).toString("hex"), nowMs: () => clock.nowMs() });
  const publish = (event: LiveEvent) => listeners.tell(event, events.add(event));
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
