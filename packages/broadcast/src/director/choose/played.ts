import { artistKey } from "./shuffle.ts";

/** One play: its number in the session, its segment's serial, its round, item, track and artist. */
export type Play = readonly [count: number, serial: number, round: number, itemId: string, trackId: string, artist: string];

/** What a session has aired, as far as choosing the next track goes. A value: each play makes another one. */
export interface Played {
  readonly last: Play | null;
  readonly round: number;
  /** The latest play of each item, and its number for each track and artist. */
  readonly latest: ReadonlyMap<string, Play>;
  readonly tracks: ReadonlyMap<string, number>;
  readonly artists: ReadonlyMap<string, number>;
}

export const NOTHING_PLAYED: Played = { last: null, round: 1, latest: new Map(), tracks: new Map(), artists: new Map() };

/** @param plays in the order of air */
export function playedOf(plays: readonly Play[]): Played {
  return {
    last: plays.at(-1) ?? null,
    round: plays.reduce((highest, play) => Math.max(highest, play[2]), 1),
    latest: new Map(plays.map((play) => [play[3], play])),
    tracks: new Map(plays.map((play) => [play[4], play[0]])),
    artists: new Map(plays.map((play) => [play[5], play[0]])),
  };
}

export function withPlay({ round, latest, tracks, artists }: Played, play: Play): Played {
  return {
    last: play,
    round: Math.max(round, play[2]),
    latest: new Map([...latest, [play[3], play]]),
    tracks: new Map([...tracks, [play[4], play[0]]]),
    artists: new Map([...artists, [play[5], play[0]]]),
  };
}

/** Plays so far. */
export function countOf({ last }: Played): number {
  return last?.[0] ?? 0;
}

/** The play of a segment that goes on air; null: told again after an adoption it counts once. */
export function playOf(
  played: Played,
  { serial, round, itemId, trackId, artist }: { serial: number; round: number; itemId: string; trackId: string; artist: string },
): Play | null {
  const { last } = played;
  if (last?.[1] === serial && last[3] === itemId) return null;
  return [countOf(played) + 1, serial, round, itemId, trackId, artistKey(artist)];
}
