export interface RecentOptions<V> {
  /** What all that is kept may weigh together. */
  readonly most: number;
  /** One each, unless said otherwise. */
  readonly weigh?: (value: V) => number;
}

/** Keeps what was used last; the map's order is its age. What is too heavy by itself is not kept. */
export class Recent<K, V> {
  readonly #most: number;
  readonly #weigh: (value: V) => number;
  readonly #values = new Map<K, V>();
  #weight = 0;

  constructor({ most, weigh = () => 1 }: RecentOptions<V>) {
    this.#most = most;
    this.#weigh = weigh;
  }

  /** To ask for it is to use it. */
  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** What is kept, else what is made now. */
  of(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Now the youngest; the oldest go until the rest is light enough. */
  set(key: K, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#weight -= this.#weigh(value);
  }

  clear(): void {
    this.#values.clear();
    this.#weight = 0;
  }

  get count(): number {
    return this.#values.size;
  }

  /** The oldest first. */
  entries(): [K, V][] {
    return [...this.#values];
  }
}
