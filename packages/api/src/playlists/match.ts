import type { TrackId } from "@nightjar/contract";
import { foldText } from "@nightjar/db";
import { withoutAccents, wordsOf } from "./plain-words.ts";

/** What is looked for in the library; null where it is not told. */
export interface Sought {
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number | null;
  /** As codes are compared. */
  readonly isrcKey: string | null;
}

/** A track of the library. */
export interface Offered extends Sought {
  readonly id: TrackId;
  readonly durationMs: number;
}

export interface Candidate {
  readonly trackId: TrackId;
  /** Why it may be the one, in words. */
  readonly why: string;
}

/** existing: it is this one · doubtful: one of these may be it, best first, and somebody has to say · new: the library has none like it. */
export type Match =
  | ({ readonly is: "existing" } & Candidate)
  | { readonly is: "doubtful"; readonly candidates: readonly Candidate[] }
  | { readonly is: "new" };

export interface Matcher {
  /** One track of the library after the other, in any order. @returns how many it was held against */
  offer(track: Offered): number;
  /** For each that is looked for, in its order. */
  matches(): Match[];
}

/** Encoders and shops round a duration to whole seconds, and cut silence. */
const SAME_WITHIN_MS = 3000;
const CANDIDATES_MAX = 3;

/** The lower, the surer. */
type Rank = "isrc" | "same" | "other-code" | "other-length" | "other-artists";
const RANKS: readonly Rank[] = ["isrc", "same", "other-code", "other-length", "other-artists"];
const SURE: ReadonlySet<Rank> = new Set(["isrc", "same"]);

interface Found {
  readonly track: Offered;
  readonly rank: Rank;
  readonly differenceMs: number;
}

/**
 * Finds what is looked for among tracks that go past, so that a library of any size takes no more memory than the playlist.
 * @param keys of what is looked for, in its order
 */
export function createMatcher(sought: readonly Sought[], keys: readonly Keys[] = sought.map(keysOf)): Matcher {
  const byIsrc = indexOf(sought.map(({ isrcKey }) => isrcKey));
  const byTitle = indexOf(keys.map(({ title }) => title || null));
  const found = sought.map((): Found[] => []);
  return {
    offer(track) {
      const own = keysOf(track);
      const places = new Set([...(byIsrc.get(track.isrcKey ?? "") ?? []), ...(byTitle.get(own.title) ?? [])]);
      for (const place of places) {
        const [wanted, key] = [sought[place], keys[place]];
        if (!wanted || !key) continue;
        const rank = rankOf({ wanted, key, track, own });
        if (rank) found[place] = closest([...(found[place] ?? []), { track, rank, differenceMs: differenceMs(wanted, track) ?? 0 }]);
      }
      return places.size;
    },
    matches: () => sought.map((wanted, place) => matchOf(wanted, found[place] ?? [])),
  };
}

/** By which it is compared. */
export interface Keys {
  readonly title: string;
  readonly artists: ReadonlySet<string>;
}

export const keysOf = ({ title, artist }: Pick<Sought, "title" | "artist">): Keys => ({
  title: titleKey(title),
  artists: artistKeys(artist),
});

function indexOf(keys: readonly (string | null)[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, key] of keys.entries()) {
    if (key === null) continue;
    const there = places.get(key);
    if (there) there.push(place);
    else places.set(key, [place]);
  }
  return places;
}

function rankOf({ wanted, key, track, own }: { wanted: Sought; key: Keys; track: Offered; own: Keys }): Rank | null {
  if (wanted.isrcKey !== null && wanted.isrcKey === track.isrcKey) return "isrc";
  if (key.title === "" || key.title !== own.title) return null;
  const shared = [...key.artists].filter((name) => own.artists.has(name)).length;
  if (shared === 0) return null;
  const isLonger = (differenceMs(wanted, track) ?? 0) > SAME_WITHIN_MS;
  if (shared < Math.max(key.artists.size, own.artists.size)) return isLonger ? null : "other-artists";
  if (isLonger) return "other-length";
  return wanted.isrcKey !== null && track.isrcKey !== null ? "other-code" : "same";
}

/** null: one of the two does not say how long it is. */
const differenceMs = (wanted: Sought, track: Sought): number | null =>
  wanted.durationMs === null || track.durationMs === null || track.durationMs === 0 ? null : Math.abs(wanted.durationMs - track.durationMs);

/** The best few, the same whatever order they came in. One more than is shown, so that it is known whether there is a second. */
const closest = (found: readonly Found[]): Found[] =>
  found
    .toSorted(
      (a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank) || a.differenceMs - b.differenceMs || (a.track.id < b.track.id ? -1 : 1),
    )
    .slice(0, CANDIDATES_MAX);

function matchOf(wanted: Sought, found: readonly Found[]): Match {
  const [best, second] = found;
  if (!best) return { is: "new" };
  // By title alone two are as good as each other; by the code the first is.
  const isAlone = best.rank === "isrc" || second?.rank !== best.rank;
  if (SURE.has(best.rank) && isAlone) return { is: "existing", ...candidateOf(wanted, best) };
  return { is: "doubtful", candidates: found.map((each) => candidateOf(wanted, each)) };
}

function candidateOf(wanted: Sought, { track, rank }: Found): Candidate {
  return { trackId: track.id, why: WHY[rank](wanted, track) };
}

const WHY: Readonly<Record<Rank, (wanted: Sought, track: Offered) => string>> = {
  isrc: () => "the same ISRC code",
  same: (wanted, track) => (differenceMs(wanted, track) === null ? "the same title and artist" : "the same title and artist, and as long"),
  "other-code": () => "the same title and artist, and as long, but another ISRC code",
  "other-length": ({ durationMs }, track) => {
    const seconds = Math.round(((durationMs ?? 0) - track.durationMs) / 1000);
    return `the same title and artist, but ${Math.abs(seconds)} s ${seconds > 0 ? "shorter" : "longer"} in the library`;
  },
  "other-artists": (_wanted, track) => `the same title, but by ${track.artist} in the library`,
};

/** What says nothing of which recording it is. A remix, a live or a radio version is another one, and stays. */
const IDLE =
  /^(\d{4} )?(digital )?remaster(ed)?( \d{4})?( version)?$|^original (mix|version)$|^album version$|^explicit( version)?$|^(mono|stereo)( version)?$/;
const GUESTS = /^(feat|ft|featuring|with)\b/;
const JOINTS = /\s*[,;/&+]\s*|\s+(?:and|vs|x)\.?\s+|(?:\s+|\s*[([{]\s*)(?:feat|ft|featuring|with)(?:\.\s*|\s+)/;

/** With one space for many: what looks for spaces before a sign looks anew from each of them, which of 500 is a hundred thousand looks. */
const singleSpaced = (text: string) => withoutAccents(text).replaceAll(/\s+/g, " ");

/** How titles are compared: without capitals, accents and marks, without guests, and without what shops add. */
export function titleKey(title: string): string {
  const [head = "", ...parts] = singleSpaced(title)
    .split(/\s*[([{]\s*|\s*[)\]}]\s*|\s+\p{Pd}\s+/u)
    .filter((part) => part !== "");
  const kept = parts.filter((part) => !IDLE.test(words(part)) && !GUESTS.test(part));
  const name = plain(head.replace(/\s(feat|ft|featuring)\.?\s.*$/, ""));
  return [name, ...kept.map(words)].filter((part) => part !== "").join(" ") || foldText(title);
}

/** Each of those who are named, in whatever order and however they are joined; guests stand in brackets as well. */
export function artistKeys(artist: string): ReadonlySet<string> {
  const names = singleSpaced(artist).split(JOINTS);
  const keys = names.map((name) => plain(name).replace(/^the /, "")).filter((name) => name !== "");
  return new Set(keys.length > 0 ? keys : [foldText(artist)]);
}

/** What has neither letter nor digit (♡, !!!) as it stands: else any two of that kind would be as good as each other, or as nothing. */
const plain = (text: string) => words(text) || foldText(text);

/** Apostrophes are left out as often as not. */
const words = (text: string) => wordsOf(text.replaceAll("&", " and ").replaceAll(/['’]/g, ""));
