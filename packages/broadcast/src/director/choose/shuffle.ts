import type { PlanItem } from "@nightjar/contract";

/** What a choice needs to know of what was aired and chosen before. Plays are counted from 1 over the session. */
export interface Past {
  /** Of the play that is to be chosen. */
  readonly count: number;
  readonly round: number;
  /** Played, or chosen, in this round. */
  isInRound(itemId: string): boolean;
  /** The latest play of an item, of a track (it may stand in the list twice), of an artist; undefined: none. */
  readonly item: (itemId: string) => number | undefined;
  readonly track: (trackId: string) => number | undefined;
  readonly artist: (key: string) => number | undefined;
}

export interface Picked {
  readonly item: PlanItem;
  readonly round: number;
  /** A sentence for the operator. */
  readonly because: string;
}

/** Others between two tracks of one artist, and between two plays of one track, at most: more is not heard as a distance. */
export const ARTIST_DISTANCE_MAX = 10;
export const TRACK_DISTANCE_MAX = 50;

/** What is known of a list of items, whatever was played. */
interface Listed {
  readonly item: PlanItem;
  readonly artist: string;
  readonly hash: number;
}
const listedOf = new WeakMap<readonly PlanItem[], readonly Listed[]>();

/** How an artist is told from another: "Anna feat. Ben" is Anna. */
export function artistKey(name: string): string {
  const [first = ""] = name
    .normalize("NFKC")
    .toLowerCase()
    // Before it is split: that would look for guests anew from each of many spaces.
    .replaceAll(/\s+/gu, " ")
    .split(/ (?:feat\.?|ft\.?|featuring) /u);
  return first.trim();
}

/**
 * Chooses by lot among what was not played in this round and whose artist and track are far enough away; where that leaves
 * nothing, what is farthest away. The same past gives the same choice in every process.
 */
export function pick(seed: string, items: readonly PlanItem[], isPlayable: (item: PlanItem) => boolean, past: Past): Picked | null {
  const playable = listed(items).filter(({ item }) => isPlayable(item));
  if (playable.length === 0) return null;
  const unplayed = playable.filter(({ item }) => !past.isInRound(item.itemId));
  const round = unplayed.length > 0 ? past.round : past.round + 1;
  const candidates = unplayed.length > 0 ? unplayed : playable;
  const rules = rulesOf(playable, past);
  const lot = hashText(`${seed}:${round}`);
  const rank = ({ hash }: Listed) => mix(hash ^ lot);
  const left = rules.reduce<readonly Listed[]>((some, rule) => narrow(some, rule, candidates), candidates);
  const chosen = lowest(left, rank);
  if (!chosen) return null;
  const isFar = rules.every((rule) => rule.gap(chosen) >= rule.distance);
  return { item: chosen.item, round, because: sentence(chosen, { candidates, isFar, playable, past }) };
}

/** What is to stay apart, the most important first. */
interface Rule {
  readonly key: (one: Listed) => string;
  /** Others since the last that is the same by `key`. */
  readonly gap: (one: Listed) => number;
  readonly distance: number;
}

/** Half of what there is, so that a list of few is still shuffled. */
function rulesOf(playable: readonly Listed[], past: Past): readonly Rule[] {
  const gap = (play: number | undefined) => (play === undefined ? Infinity : past.count - play - 1);
  const rule = (key: Rule["key"], lastOf: (key: string) => number | undefined, max: number): Rule => ({
    ...{ key, gap: (one) => gap(lastOf(key(one))) },
    distance: Math.min(Math.floor(new Set(playable.map(key)).size / 2), max),
  });
  return [rule(({ artist }) => artist, past.artist, ARTIST_DISTANCE_MAX), rule(({ item }) => item.trackId, past.track, TRACK_DISTANCE_MAX)];
}

/** Those of `some` that the rule wants next: what is due and far, else due, else far, else the farthest. */
function narrow(some: readonly Listed[], rule: Rule, candidates: readonly Listed[]): readonly Listed[] {
  if (rule.distance === 0) return some;
  const far = some.filter((one) => rule.gap(one) >= rule.distance);
  const isDue = dueIn(candidates, rule);
  const due = some.filter(isDue);
  const farthestGap = some.reduce((most, one) => Math.max(most, rule.gap(one)), 0);
  const choices = [far.filter(isDue), due, far];
  return choices.find((choice) => choice.length > 0) ?? some.filter((one) => rule.gap(one) === farthestGap);
}

/** Whoever has so many left that they only just fit with their distance, or not even that, is due as evenly as can be. */
function dueIn(candidates: readonly Listed[], { key, gap, distance }: Rule): (one: Listed) => boolean {
  const counts = new Map<string, number>();
  for (const one of candidates) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  const most = [...counts.values()].reduce((highest, count) => Math.max(highest, count), 0);
  const holders = [...counts.values()].filter((count) => count === most).length;
  const interval = most < 2 ? Infinity : (candidates.length - holders) / (most - 1);
  return (one) => interval <= distance + 1 && counts.get(key(one)) === most && gap(one) + 1 >= interval;
}

function lowest(all: readonly Listed[], rank: (one: Listed) => number): Listed | undefined {
  let found: Listed | undefined;
  let foundRank = Infinity;
  for (const one of all) {
    const oneRank = rank(one);
    // Two of one rank: the id decides, not the place in the list.
    if (oneRank < foundRank || (oneRank === foundRank && found && one.item.itemId < found.item.itemId)) [found, foundRank] = [one, oneRank];
  }
  return found;
}

interface Why {
  readonly candidates: readonly Listed[];
  readonly isFar: boolean;
  readonly playable: readonly Listed[];
  readonly past: Past;
}

function sentence({ item, artist }: Listed, { candidates, isFar, playable, past }: Why): string {
  if (playable.length === 1) return "The only track that can be played.";
  const ago = (play: number) => (past.count - play === 1 ? "one track ago" : `${past.count - play} tracks ago`);
  const artistPlay = past.artist(artist);
  const distance = artistPlay === undefined ? `nothing by ${item.artist} so far` : `${item.artist} was ${ago(artistPlay)}`;
  if (!isFar && candidates.every((one) => one.artist === artist)) return `Only ${item.artist} is left in this round; ${distance}.`;
  if (!isFar) return `Nothing farther away is left in this round; ${distance}.`;
  const play = past.item(item.itemId);
  return play === undefined ? `Not played yet; ${distance}.` : `Last played ${ago(play)}; ${distance}.`;
}

/** Once for each list, not for each choice. */
function listed(items: readonly PlanItem[]): readonly Listed[] {
  const known = listedOf.get(items);
  if (known) return known;
  const made = items.map((item) => ({ item, artist: artistKey(item.artist), hash: hashText(item.itemId) }));
  listedOf.set(items, made);
  return made;
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** The finaliser of MurmurHash3: every bit of the input changes half of the output's. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
