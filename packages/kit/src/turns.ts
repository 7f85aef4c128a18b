/** Gives the turn on. */
export type EndTurn = () => void;

/** Who takes a turn waits until all who took one of the same key before have given it on. Keys know nothing of each other. */
export class Turns<K> {
  readonly #last = new Map<K, Promise<void>>();

  async take(key: K): Promise<EndTurn> {
    const before = this.#last.get(key);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#last.set(key, ended);
    await before;
    return () => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
      resolve();
    };
  }
}
