export interface Kept<Destination> {
  readonly destination: Destination;
  /** Its place among the rows. */
  readonly at: number;
}

export interface Row<Destination> {
  readonly destination: Destination;
  /** Somebody else has removed it, or put another in its place, which has another id. */
  readonly isGone: boolean;
}

/** Those there are, and of those in whose place something is typed each that is gone, where it stood: above what took its place. */
export function withKept<Destination extends { readonly id: string }>(
  there: readonly Destination[],
  kept: readonly Kept<Destination>[],
): readonly Row<Destination>[] {
  const rows = there.map((destination) => ({ destination, isGone: false }));
  const gone = kept.filter(({ destination: { id } }) => !there.some((one) => one.id === id));
  for (const { destination, at } of gone.toSorted((one, other) => one.at - other.at)) rows.splice(at, 0, { destination, isGone: true });
  return rows;
}
