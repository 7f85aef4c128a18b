/** How old the pictures of one stream were on the wall. */
export interface SeenStream {
  readonly title: string;
  /** Median, 95th percentile, largest. */
  readonly agesMs: readonly [number, number, number];
  readonly samples: number;
}

/** What the browser's part tells. */
export interface Seen {
  readonly streams: readonly SeenStream[];
  /** Of all streams together. */
  readonly agesMs: readonly [number, number, number];
  /** The fewest different pictures that stood there at once. */
  readonly fewestDifferent: number;
  readonly frames: { readonly shown: number; readonly dropped: number };
}

/** What is to be measured. */
export interface Subject {
  readonly streams: number;
  /** Pictures of their own among them. */
  readonly pictures: number;
  /** Of each stream. */
  readonly samples: number;
}

/** A busy machine now and then comes too late for one. */
const LEAST_SAMPLED = 0.9;

/** Why what was seen is not what was to be measured; empty: it is. */
export function objections({ streams, fewestDifferent }: Seen, subject: Subject): string[] {
  const isTooRare = ({ samples }: SeenStream) => samples < LEAST_SAMPLED * subject.samples;
  return [
    ...(streams.length < subject.streams ? [`only ${streams.length} of ${subject.streams} streams had a picture`] : []),
    ...(fewestDifferent < subject.pictures ? [`at times only ${fewestDifferent} of ${subject.pictures} different pictures`] : []),
    ...streams.filter(isTooRare).map(({ title, samples }) => `${title} had a picture at ${samples} of ${subject.samples} samples`),
  ];
}

/** The oldest picture first. */
export const worstFirst = (streams: readonly SeenStream[]) => streams.toSorted((a, b) => b.agesMs[2] - a.agesMs[2]);
