/** Those who want to hear of something. */
export interface Listeners<T extends readonly unknown[]> {
  /** @returns ends it */
  readonly subscribe: (listener: (...news: T) => void) => () => void;
  /** Who comes while it is told hears the next; who leaves meanwhile hears nothing more. */
  readonly tell: (...news: T) => void;
  readonly count: () => number;
}

/** @param onFailure is told what one of them threw, and the others hear the news all the same; without it whoever tells it gets that */
export function createListeners<T extends readonly unknown[] = []>(onFailure?: (error: unknown) => void): Listeners<T> {
  const listeners = new Set<(...news: T) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...news) {
      for (const listener of [...listeners]) {
        if (!listeners.has(listener)) continue;
        try {
          listener(...news);
        } catch (error) {
          if (!onFailure) throw error;
          onFailure(error);
        }
      }
    },
    count: () => listeners.size,
  };
}
