/** Longer than it takes from the last movement to the press. */
const STILL_MS = 2000;

/** Keeps an order while a pointer moves over what stands in it: what somebody is about to press stays where it is. */
export class StillOrder {
  #movedAtMs = -Infinity;
  #ids: readonly string[] = [];

  readonly moved = (): void => {
    this.#movedAtMs = performance.now();
  };

  /** What comes meanwhile stands behind all else. @param ordered as it stands unless it is kept */
  of<Entry extends { readonly id: string }>(ordered: readonly Entry[]): readonly Entry[] {
    if (performance.now() - this.#movedAtMs >= STILL_MS) this.#ids = ordered.map(({ id }) => id);
    const places = new Map(this.#ids.map((id, place) => [id, place]));
    const placeOf = ({ id }: Entry) => places.get(id) ?? places.size;
    return ordered.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
