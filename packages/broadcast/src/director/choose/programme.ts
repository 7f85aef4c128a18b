import type { Plan, PlanItem } from "@nightjar/contract";
import { type Play, type Played, NOTHING_PLAYED, countOf, playOf, withPlay } from "./played.ts";
import { type Past, type Picked, artistKey, pick } from "./shuffle.ts";

type Listing = Pick<Plan, "items" | "order" | "sessionId">;

/** An item of the list, which may meanwhile have been taken out: then `index` says where it stood. */
export interface ListPlace {
  readonly itemId: string;
  readonly index: number;
}

export interface Chosen {
  readonly item: PlanItem;
  /** Why shuffling chose it; null where the order itself says so. */
  readonly because: string | null;
}

/** What decides what follows what in one session: what it has aired, and shuffled choices that have not gone on air. */
export interface Programme {
  readonly played: Played;
  /** An edit of the list leaves these alone. */
  readonly promised: readonly Picked[];
}

export const NEW_PROGRAMME: Programme = { played: NOTHING_PLAYED, promised: [] };

/**
 * The item behind those that are `queued`, in a rundown that repeats for ever; null when nothing in it can be played.
 * @param queued ids of items that are to follow the one on air; a jump may have put some there
 * @param onAir null in a new session
 */
export function chooseNext(
  programme: Programme,
  plan: Listing,
  queued: readonly string[],
  onAir: ListPlace | null,
  isPlayable: (item: PlanItem) => boolean,
): { readonly chosen: Chosen | null; readonly programme: Programme } {
  if (plan.order === "shuffled") return chooseShuffled(programme, plan, queued, isPlayable);
  const last = queued.at(-1);
  const item = nextItem(plan, last === undefined ? onAir : { itemId: last, index: indexOf(plan, last) }, isPlayable);
  return { chosen: item && { item, because: null }, programme: { ...programme, promised: [] } };
}

/** An item goes on air. @returns its play; null: told again after an adoption it counts once */
export function itemAired(
  programme: Programme,
  serial: number,
  { itemId, trackId, artist }: { readonly itemId: string; readonly trackId: string; readonly artist: string },
): { readonly play: Play | null; readonly programme: Programme } {
  const { played, promised } = programme;
  const at = promised.findIndex((promise) => promise.item.itemId === itemId);
  const round = promised[at]?.round ?? played.round;
  const play = playOf(played, { serial, round, itemId, trackId, artist });
  return {
    play,
    programme: { played: play ? withPlay(played, play) : played, promised: promised.filter((_, index) => index !== at) },
  };
}

function chooseShuffled(programme: Programme, plan: Listing, queued: readonly string[], isPlayable: (item: PlanItem) => boolean) {
  const items = new Map(plan.items.map((item) => [item.itemId as string, item]));
  const kept = programme.promised.flatMap((promise) => {
    const item = items.get(promise.item.itemId);
    return item && isPlayable(item) ? { ...promise, item } : [];
  });
  const open = withoutQueued(kept, queued);
  if (open[0]) return { chosen: open[0], programme: { ...programme, promised: kept } };
  const jumped = withoutQueued(
    queued.map((id) => ({ item: { itemId: id } })),
    kept.map(({ item }) => item.itemId),
  );
  const coming = [...jumped.flatMap(({ item }) => items.get(item.itemId) ?? []), ...kept.map(({ item }) => item)];
  const picked = pick(plan.sessionId, plan.items, isPlayable, pastOf(programme.played, coming, kept));
  return { chosen: picked, programme: { ...programme, promised: picked ? [...kept, picked] : kept } };
}

/** What will have been aired when all that is coming was. */
function pastOf(played: Played, coming: readonly PlanItem[], promised: readonly Picked[]): Past {
  const round = promised.reduce((highest, promise) => Math.max(highest, promise.round), played.round);
  const rounds = new Map(promised.map((promise) => [promise.item.itemId as string, promise.round]));
  const count = countOf(played);
  // Asked for each item of a long list: what is worked out for the few that are coming is worked out once.
  const latestBy = (keyOf: (item: PlanItem) => string) => new Map(coming.map((item, at) => [keyOf(item), count + at + 1]));
  const items = latestBy(({ itemId }) => itemId);
  const tracks = latestBy((item) => item.trackId);
  const artists = latestBy(({ artist }) => artistKey(artist));
  return {
    round,
    count: count + coming.length + 1,
    isInRound: (itemId) => (rounds.get(itemId) ?? played.latest.get(itemId)?.[2]) === round,
    item: (itemId) => items.get(itemId) ?? played.latest.get(itemId)?.[0],
    track: (trackId) => tracks.get(trackId) ?? played.tracks.get(trackId),
    artist: (key) => artists.get(key) ?? played.artists.get(key),
  };
}

/** All but those that are queued, each as often as it is. */
function withoutQueued<T extends { readonly item: { readonly itemId: string } }>(all: readonly T[], queued: readonly string[]): T[] {
  const left = [...queued];
  return all.filter(({ item }) => {
    const at = left.indexOf(item.itemId);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * The item that follows `after` in the order of the list; null when nothing in it can be played.
 * @param after the item before; null: from the beginning
 */
export function nextItem(plan: Pick<Plan, "items">, after: ListPlace | null, isPlayable: (item: PlanItem) => boolean): PlanItem | null {
  const { items } = plan;
  const place = after ? items.findIndex((item) => item.itemId === after.itemId) : -1;
  const start = place >= 0 ? place + 1 : (after?.index ?? 0);
  for (let step = 0; step < items.length; step += 1) {
    const item = items[(start + step) % items.length];
    if (item && isPlayable(item)) return item;
  }
  return null;
}

/** The place, once the list is another one: where its item was taken out, behind what stood above it and still stands above what followed. */
export function placeIn({ items }: Pick<Plan, "items">, place: ListPlace, before: Pick<Plan, "items">): ListPlace {
  const now = new Map(items.map(({ itemId }, index) => [itemId as string, index]));
  const index = now.get(place.itemId);
  if (index !== undefined) return { ...place, index };
  const was = before.items.findIndex(({ itemId }) => itemId === place.itemId);
  const gap = was >= 0 ? was : place.index;
  const indexNow = ({ itemId }: PlanItem) => now.get(itemId);
  const follows =
    before.items
      .slice(gap)
      .map(indexNow)
      .find((at) => at !== undefined) ?? items.length;
  const above = before.items
    .slice(0, gap)
    .map(indexNow)
    .findLast((at) => at !== undefined && at < follows);
  return { ...place, index: above === undefined ? 0 : above + 1 };
}

/** Place of an item in the list, for `nextItem`. */
export function indexOf(plan: Pick<Plan, "items">, itemId: string): number {
  return Math.max(
    0,
    plan.items.findIndex((item) => item.itemId === itemId),
  );
}
