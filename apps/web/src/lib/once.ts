/** Runs calls one by one, unless the very same call is under way: then it is the same promise. */
export type Once<Output> = (key: string, run: () => Promise<Output>) => { readonly isFirst: boolean; readonly result: Promise<Output> };

/** A button says only with its next paint that it is busy; a bouncing mouse presses it twice before. */
export function createOnce<Output>(): Once<Output> {
  const underWay = new Map<string, Promise<Output>>();
  return (key, run) => {
    const before = underWay.get(key);
    if (before) return { isFirst: false, result: before };
    const result = run().finally(() => underWay.delete(key));
    underWay.set(key, result);
    return { isFirst: true, result };
  };
}
