interface Due {
  readonly atMs: number;
  /** Whose it is: what a thread tells is lost with it. */
  readonly of: "thread" | "wish";
  readonly run: () => void;
}

/** What is to come in a model, in the order of its time. */
export class DueQueue {
  readonly #due: Due[] = [];

  get nextAtMs(): number | undefined {
    return this.#due[0]?.atMs;
  }

  add(due: Due): void {
    const at = this.#due.findIndex(({ atMs }) => atMs > due.atMs);
    this.#due.splice(at < 0 ? this.#due.length : at, 0, due);
  }

  /** False: nothing is due by then. */
  runFirst(nowMs: number): boolean {
    const [first] = this.#due;
    if (!first || first.atMs > nowMs) return false;
    this.#due.shift();
    first.run();
    return true;
  }

  forgetThread(): void {
    this.#due.splice(0, this.#due.length, ...this.#due.filter(({ of }) => of !== "thread"));
  }

  forgetAll(): void {
    this.#due.splice(0);
  }
}
