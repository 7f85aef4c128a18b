import { type BackOff, backOffMs } from "./back-off.ts";

export type SetTimer = (run: () => void, ms: number) => unknown;

/**
 * Runs at the first call at once, then after a rest for all calls meanwhile, the last never lost. Each rest that was not one makes the next
 * longer: a change of somebody else is seen at once, and an import of hundreds is not read hundreds of times.
 */
export function coalesce(run: () => void, rests: BackOff, setTimer: SetTimer = setTimeout): () => void {
  let isResting = false;
  let isAsked = false;
  const go = (before: number) => {
    isAsked = false;
    isResting = true;
    // Before it is run: what throws once is run again at the next call.
    setTimer(
      () => {
        isResting = false;
        if (isAsked) go(before + 1);
      },
      backOffMs(rests, before),
    );
    run();
  };
  return () => {
    isAsked = true;
    if (!isResting) go(0);
  };
}
