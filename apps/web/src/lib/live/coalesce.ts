/**
 * Runs at the first call at once and then at most once in a while, the last call never lost:
 * with a dozen streams on air the library changes every few seconds, and nobody reads it that often.
 */
export function coalesce(run: () => void, everyMs: number, setTimer: (run: () => void, ms: number) => unknown = setTimeout): () => void {
  let isResting = false;
  let isAsked = false;
  const go = () => {
    isAsked = false;
    isResting = true;
    run();
    setTimer(() => {
      isResting = false;
      if (isAsked) go();
    }, everyMs);
  };
  return () => {
    isAsked = true;
    if (!isResting) go();
  };
}
