import type { LiveEvent, Logger } from "@nightjar/contract";

type Changed = Extract<LiveEvent, { type: "changed" }>;

/** Passes what happens to whoever watches; keeps nothing. */
export interface LiveHub {
  publish(event: LiveEvent): void;
  changed(entity: Changed["entity"], id: string): void;
  subscribe(listener: (event: LiveEvent) => void): () => void;
  readonly listenerCount: number;
}

export function createLiveHub(log: Logger): LiveHub {
  const listeners = new Set<(event: LiveEvent) => void>();
  const publish = (event: LiveEvent) => {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error }, "a watcher of live events failed");
      }
    }
  };
  return {
    publish,
    changed: (entity, id) => publish({ type: "changed", entity, id }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get listenerCount() {
      return listeners.size;
    },
  };
}
