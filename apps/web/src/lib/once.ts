import { Memo, whileAsked } from "@nightjar/kit";

/** Runs calls one by one, unless the very same call is under way: then it is the same promise. */
export type Once<Output> = (key: string, run: () => Promise<Output>) => { readonly isFirst: boolean; readonly result: Promise<Output> };

/** A button says only with its next paint that it is busy; a bouncing mouse presses it twice before. */
export function createOnce<Output>(): Once<Output> {
  const underWay = new Memo<string, Output>(whileAsked);
  return (key, run) => {
    let isFirst = false;
    const result = underWay.of(key, () => {
      isFirst = true;
      return run();
    });
    return { isFirst, result };
  };
}
