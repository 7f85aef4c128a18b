import type { Plan, PlanItem } from "@nightjar/contract";
import type { AirMemory } from "./air-memory.ts";
import { type Past, type Picked, artistKey, pick } from "./shuffle.ts";

type Listing = Pick<Plan, "items" | "order" | "sessionId">;

/** An item of the list, which may meanwhile have been taken out: then `index` says where it stood. */
export interface Place {
  readonly itemId: string;
  readonly index: number;
}

export interface Chosen {
  readonly item: PlanItem;
  /** Why shuffling chose it; null where the order itself says so. */
  readonly because: string | null;
}

/** What follows what, in one session: in the order of the list, or shuffled. */
export class Programme {
  readonly #memory: AirMemory;
  /** Shuffled choices that have not gone on air: an edit of the list leaves them alone. */
  #promised: Picked[] = [];

  constructor(memory: AirMemory) {
    this.#memory = memory;
  }

  /**
   * The item behind those that are `queued`, in a rundown that repeats for ever; null when nothing in it can be played.
   * @param queued ids of items that are to follow the one on air; a jump may have put some there
   * @param onAir null in a new session
   */
  next(plan: Listing, queued: readonly string[], onAir: Place | null, isPlayable: (item: PlanItem) => boolean): Chosen | null {
    if (plan.order === "shuffled") return this.#shuffled(plan, queued, isPlayable);
    this.#promised = [];
    const last = queued.at(-1);
    const item = nextItem(plan, last === undefined ? onAir : { itemId: last, index: indexOf(plan, last) }, isPlayable);
    return item && { item, because: null };
  }

  /** An item goes on air. Told again after an adoption it counts once. */
  entered(serial: number, item: { readonly itemId: string; readonly trackId: string; readonly artist: string }): void {
    const at = this.#promised.findIndex((promise) => promise.item.itemId === item.itemId);
    const round = this.#promised[at]?.round ?? this.#memory.round;
    if (at >= 0) this.#promised.splice(at, 1);
    const { itemId, trackId, artist } = item;
    this.#memory.add({ serial, round, itemId, trackId, artist });
  }

  /** The session is over. */
  forget(): void {
    this.#memory.forget();
  }

  #shuffled(plan: Listing, queued: readonly string[], isPlayable: (item: PlanItem) => boolean): Chosen | null {
    const items = new Map(plan.items.map((item) => [item.itemId as string, item]));
    const kept = this.#promised.flatMap((promise) => {
      const item = items.get(promise.item.itemId);
      return item && isPlayable(item) ? { ...promise, item } : [];
    });
    this.#promised = kept;
    const open = withoutQueued(kept, queued);
    if (open[0]) return open[0];
    const jumped = withoutQueued(
      queued.map((id) => ({ item: { itemId: id } })),
      kept.map(({ item }) => item.itemId),
    );
    const coming = [...jumped.flatMap(({ item }) => items.get(item.itemId) ?? []), ...kept.map(({ item }) => item)];
    const picked = pick(plan.sessionId, plan.items, isPlayable, this.#past(coming, kept));
    if (picked) this.#promised = [...kept, picked];
    return picked;
  }

  /** What will have been aired when all that is coming was. */
  #past(coming: readonly PlanItem[], promised: readonly Picked[]): Past {
    const memory = this.#memory;
    const round = promised.reduce((highest, promise) => Math.max(highest, promise.round), memory.round);
    const rounds = new Map(promised.map((promise) => [promise.item.itemId as string, promise.round]));
    // Asked for each item of a long list: what is worked out for the few that are coming is worked out once.
    const latestBy = (keyOf: (item: PlanItem) => string) => new Map(coming.map((item, at) => [keyOf(item), memory.count + at + 1]));
    const items = latestBy(({ itemId }) => itemId);
    const tracks = latestBy((item) => item.trackId);
    const artists = latestBy(({ artist }) => artistKey(artist));
    return {
      round,
      count: memory.count + coming.length + 1,
      isInRound: (itemId) => (rounds.get(itemId) ?? memory.roundOf(itemId)) === round,
      item: (itemId) => items.get(itemId) ?? memory.item(itemId),
      track: (trackId) => tracks.get(trackId) ?? memory.track(trackId),
      artist: (key) => artists.get(key) ?? memory.artist(key),
    };
  }
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
export function nextItem(plan: Pick<Plan, "items">, after: Place | null, isPlayable: (item: PlanItem) => boolean): PlanItem | null {
  const { items } = plan;
  const place = after ? items.findIndex((item) => item.itemId === after.itemId) : -1;
  const start = place >= 0 ? place + 1 : (after?.index ?? 0);
  for (let step = 0; step < items.length; step += 1) {
    const item = items[(start + step) % items.length];
    if (item && isPlayable(item)) return item;
  }
  return null;
}

/** Place of an item in the list, for `nextItem`. */
export function indexOf(plan: Pick<Plan, "items">, itemId: string): number {
  return Math.max(
    0,
    plan.items.findIndex((item) => item.itemId === itemId),
  );
}
