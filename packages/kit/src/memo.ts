import { Recent } from "./recent.ts";

export interface MemoOptions<T> {
  /** As many answers as are kept; those asked for last stay. */
  readonly most?: number;
  /** False: asked again from then on, as after a failure. */
  readonly keeps?: (answer: T) => boolean;
}

/** Asks once for each key, however many want to know at the same time, and keeps the answer. What failed is asked again by the next. */
export class Memo<K, T> {
  readonly #answers: Recent<K, Promise<T>>;
  readonly #keeps: (answer: T) => boolean;

  constructor({ most = Number.POSITIVE_INFINITY, keeps = () => true }: MemoOptions<T> = {}) {
    this.#answers = new Recent({ most });
    this.#keeps = keeps;
  }

  of(key: K, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known;
    const asked = ask();
    this.#answers.set(key, asked);
    asked.then(
      (answer) => {
        if (!this.#keeps(answer)) this.#forget(key, asked);
      },
      () => this.#forget(key, asked),
    );
    return asked;
  }

  /** It was asked before, and is kept or on its way. */
  has(key: K): boolean {
    return this.#answers.get(key) !== undefined;
  }

  /** This is the answer from now on. */
  set(key: K, answer: T): void {
    this.#answers.set(key, Promise.resolve(answer));
  }

  delete(key: K): void {
    this.#answers.delete(key);
  }

  /** Another may have been asked for meanwhile. */
  #forget(key: K, asked: Promise<T>): void {
    if (this.#answers.get(key) === asked) this.#answers.delete(key);
  }
}

/** Nothing is kept: only those who ask while it is on its way share one answer. */
export const whileAsked = { keeps: () => false } as const;

/** Asks anew only for another argument than the last: for what follows from a value that is replaced and never changed. */
export function ofLast<A extends object, T>(ask: (argument: A) => T): (argument: A) => T {
  let last: { readonly argument: A; readonly answer: T } | null = null;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, answer: ask(argument) };
    return last.answer;
  };
}
