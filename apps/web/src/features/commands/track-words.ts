/** What can be done to a track, by what it is called. */
export const TRACK_DEEDS = ["play", "edit", "add", "delete"] as const;
export type TrackDeed = (typeof TRACK_DEEDS)[number];

export interface TrackWords {
  /** What stands first among what can be done; null: nothing was named. */
  readonly deed: TrackDeed | null;
  /** What the server looks for. */
  readonly search: string;
}

/** "edit moth" looks for "moth": the server knows titles, and not what can be done. */
export function trackWords(typed: string): TrackWords {
  const [first = "", ...rest] = typed.trim().split(/\s+/);
  const deed = TRACK_DEEDS.find((known) => known === first.toLowerCase()) ?? null;
  return deed === null || rest.length === 0 ? { deed: null, search: typed.trim() } : { deed, search: rest.join(" ") };
}
