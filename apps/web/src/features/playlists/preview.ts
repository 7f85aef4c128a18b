import type { EntryMatch, PlaylistEntryInput, TrackId } from "@nightjar/contract";

/** Somebody's word about entries of a file, by their place in it: which track one is; null: none. */
export type Decisions = ReadonlyMap<number, TrackId | null>;
export const NOTHING_DECIDED: Decisions = new Map();

/** @param trackId undefined: it is open again */
export function withDecision(before: Decisions, at: number, trackId: TrackId | null | undefined): Decisions {
  const others = [...before].filter(([place]) => place !== at);
  return new Map(trackId === undefined ? others : [...others, [at, trackId]]);
}

/** The entries as they are kept. */
export const decidedEntries = <Entry extends PlaylistEntryInput>(entries: readonly Entry[], decisions: Decisions) =>
  entries.map((entry, at) => (decisions.has(at) ? { ...entry, decided: decisions.get(at) ?? null } : entry));

export type Standing = "existing" | "doubtful" | "new";

/** What one is: somebody's word goes before what was found. */
export function standingOf(match: EntryMatch, decision: TrackId | null | undefined): Standing {
  if (decision !== undefined) return decision === null ? "new" : "existing";
  if (match.trackId !== null) return "existing";
  return match.candidates.length > 0 ? "doubtful" : "new";
}

/** How many there are of each. */
export function countStandings(matches: readonly EntryMatch[], decisions: Decisions): Readonly<Record<Standing, number>> {
  const counts = { existing: 0, doubtful: 0, new: 0 };
  for (const [at, match] of matches.entries()) counts[standingOf(match, decisions.get(at))]++;
  return counts;
}

/** In which order they are shown: first those where somebody has to say, so that they are found among thousands. */
export function previewOrder(count: number, matches: readonly EntryMatch[] | undefined): number[] {
  const places = Array.from({ length: count }, (_, at) => at);
  const isAsked = (at: number) => (matches?.[at]?.candidates.length ?? 0) > 0;
  return [...places.filter(isAsked), ...places.filter((at) => !isAsked(at))];
}
