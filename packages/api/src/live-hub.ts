import type { LiveEvent, Logger } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";

type Changed = Extract<LiveEvent, { type: "changed" }>;

/** Passes what happens to whoever watches; keeps nothing. */
export interface LiveHub {
  publish(event: LiveEvent): void;
  changed(entity: Changed["entity"], id: string): void;
  subscribe(listener: (event: LiveEvent) => void): () => void;
  readonly listenerCount: number;
}

export function createLiveHub(log: Logger): LiveHub {
  const listeners = createListeners<[LiveEvent]>();
  return {
    publish: listeners.tell,
    changed: (entity, id) => listeners.tell({ type: "changed", entity, id }),
    subscribe: (listener) =>
      listeners.subscribe((event) => {
        try {
          listener(event);
        } catch (error) {
          log.error({ err: error }, "a watcher of live events failed");
        }
      }),
    get listenerCount() {
      return listeners.count();
    },
  };
}
