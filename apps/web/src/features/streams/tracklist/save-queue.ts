import { oneAtATime } from "@nightjar/kit";

export interface SaveQueueOptions<T> {
  /** Stores the whole list. Rejects when it was refused. */
  save: (list: T) => Promise<void>;
  onFailed: (error: unknown) => void;
  /** Nothing waits any more: what is stored may be shown again. */
  onIdle: () => void;
  setTimer?: (run: () => void, ms: number) => unknown;
}

export interface SaveQueue<T> {
  /** Replaces what waits; it is sent after the pause, and never while another is on its way. */
  put(list: T, pauseMs: number): void;
  /** Sends what waits now. */
  flush(): void;
}

/** One save at a time, the newest list last: many quick moves become few calls, and none overtakes another. */
export function createSaveQueue<T>({ save, onFailed, onIdle, setTimer = setTimeout }: SaveQueueOptions<T>): SaveQueue<T> {
  let waiting: { list: T } | null = null;
  let turn = 0;

  const next = () => {
    if (!waiting) return null;
    const { list } = waiting;
    waiting = null;
    return () =>
      save(list).catch((error: unknown) => {
        // What waits was made from a list that was refused.
        waiting = null;
        onFailed(error);
      });
  };
  const saves = oneAtATime({ next, onIdle });
  return {
    put(list, pauseMs) {
      waiting = { list };
      turn += 1;
      const own = turn;
      setTimer(() => {
        if (own === turn) saves.kick();
      }, pauseMs);
    },
    flush: saves.kick,
  };
}
