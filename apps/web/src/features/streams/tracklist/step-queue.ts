import type { Known, TracklistStep } from "@nightjar/contract";
import { oneAtATime } from "@nightjar/kit";

export interface StepQueueOptions {
  /** Carries one out. @returns the revision it made. Rejects when it was refused */
  readonly send: (step: TracklistStep, known: Known) => Promise<number>;
  /** Refused: neither this one nor those that waited behind it were carried out. */
  readonly onRefused: (error: unknown, steps: readonly TracklistStep[], known: Known) => void;
  /** All were carried out, and the list may be shown as it is stored. */
  readonly onIdle: () => void;
  readonly setTimer?: (run: () => void, ms: number) => unknown;
}

export interface StepQueue {
  /**
   * Sent after the pause, one after another. Moves of the same entries in a row become one.
   * @returns the one whose place it takes, which is not sent any more
   */
  put(step: TracklistStep, pauseMs: number): TracklistStep | null;
  /** Sends what waits now. Answers when nothing is on its way, however it went. */
  flush(): Promise<void>;
  /** Something waits, or is on its way. */
  isBusy(): boolean;
  /** What comes next is made for the list as it was read then, and as own steps made it since. */
  readAt(revision: number, own?: readonly number[]): void;
}

/** Steps of one person in their order; what the server does with those of others meanwhile is its business. */
export function createStepQueue({ send, onRefused, onIdle, setTimer = setTimeout }: StepQueueOptions): StepQueue {
  let waiting: TracklistStep[] = [];
  let known: { readonly readAt: number; own: number[] } = { readAt: 0, own: [] };
  let turn = 0;
  let underWay = 0;
  const next = () => {
    const step = waiting.shift();
    if (!step) return null;
    underWay += 1;
    return () =>
      send(step, known)
        .then(
          (revision) => void known.own.push(revision),
          (error: unknown) => {
            const refused = [step, ...waiting];
            waiting = [];
            onRefused(error, refused, known);
          },
        )
        .finally(() => {
          underWay -= 1;
        });
  };
  const sending = oneAtATime({ next, onIdle });
  return {
    put(step, pauseMs) {
      const last = waiting.at(-1);
      const replaced = last && isSameMove(last, step) ? last : null;
      if (replaced) waiting.pop();
      waiting.push(step);
      turn += 1;
      const own = turn;
      setTimer(() => {
        if (own === turn) sending.kick();
      }, pauseMs);
      return replaced;
    },
    flush() {
      sending.kick();
      return sending.settled();
    },
    isBusy: () => waiting.length > 0 || underWay > 0,
    readAt: (readAt, own = []) => {
      known = { readAt, own: [...own] };
    },
  };
}

/** Whether both move the same entries: then the second says it all. */
export function isSameMove(one: TracklistStep, other: TracklistStep): boolean {
  return one.is === "move" && other.is === "move" && one.itemIds.join() === other.itemIds.join();
}
