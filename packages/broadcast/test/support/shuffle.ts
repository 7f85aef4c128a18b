import { type PlanItem, sessionId, trackId } from "@nightjar/contract";
import { AirMemory } from "../../src/director/air-memory.ts";
import { Programme } from "../../src/director/programme.ts";
import { planItem } from "./engine.ts";

interface Song {
  readonly id: string;
  readonly artist?: string;
  readonly track?: string;
}
export const songs = (all: readonly Song[]): PlanItem[] =>
  all.map(({ id, artist = `Artist ${id}`, track = id }) => ({
    ...planItem(id, { path: `/media/${id}`, sha256: id }, 1_000),
    ...{ artist, trackId: trackId.parse(`track-${track}`) },
  }));
export const planOf = (items: readonly PlanItem[], session = "session-1") => ({
  ...{ items, order: "shuffled" as const, sessionId: sessionId.parse(session) },
});
/** All can be played. */
export const all = () => true;
/** So many tracks, by so many artists in turn. */
export const named = (count: number, artists = count) =>
  songs(Array.from({ length: count }, (_, index) => ({ id: `t${index}`, artist: `Artist ${index % artists}` })));

/** A session as the rundown drives it: always two chosen ahead, then the first of them goes on air. */
export function session(memory = new AirMemory(null)) {
  let programme = new Programme(memory);
  const queue: { item: PlanItem; because: string | null }[] = [];
  let serial = memory.count;
  const fill = (plan: ReturnType<typeof planOf>, isPlayable = all as (item: PlanItem) => boolean) => {
    while (queue.length < 2) {
      const queued = queue.map(({ item }) => item.itemId);
      const chosen = programme.next(plan, queued, null, isPlayable);
      if (!chosen) return;
      queue.push(chosen);
    }
  };
  return {
    queue,
    /** A changed plan: what was prepared is thrown away and chosen again. */
    edit(plan: ReturnType<typeof planOf>) {
      queue.length = 0;
      fill(plan);
    },
    /** Killed and started again with what is on record. */
    restart(record: AirMemory) {
      queue.length = 0;
      programme = new Programme(record);
    },
    play(plan: ReturnType<typeof planOf>, count: number, isPlayable?: (item: PlanItem) => boolean): PlanItem[] {
      return Array.from({ length: count }, () => {
        fill(plan, isPlayable);
        const first = queue.shift();
        if (!first) throw new Error("nothing was chosen");
        programme.entered((serial += 1), first.item);
        return first.item;
      });
    },
  };
}
export const ids = (items: readonly PlanItem[]) => items.map(({ itemId }) => itemId);

/** The fewest others between two plays that are the same by `key`. */
export function closest(aired: readonly PlanItem[], key: (item: PlanItem) => string): number {
  const last = new Map<string, number>();
  let fewest = Infinity;
  aired.forEach((item, index) => {
    const before = last.get(key(item));
    if (before !== undefined) fewest = Math.min(fewest, index - before - 1);
    last.set(key(item), index);
  });
  return fewest;
}
