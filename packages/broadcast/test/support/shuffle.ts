import { type PlanItem, sessionId, trackId } from "@nightjar/contract";
import type { PlaysFile } from "../../src/director/choose/plays-file.ts";
import { NOTHING_PLAYED, countOf } from "../../src/director/choose/played.ts";
import { type Programme, chooseNext, itemAired } from "../../src/director/choose/programme.ts";
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

/** Chooses and airs one after the other, as the air does with values. */
export class Chooser {
  programme: Programme;

  constructor(played = NOTHING_PLAYED) {
    this.programme = { played, promised: [] };
  }

  next(plan: Parameters<typeof chooseNext>[1], queued: readonly string[], isPlayable = all as (item: PlanItem) => boolean) {
    const { chosen, programme } = chooseNext(this.programme, plan, queued, null, isPlayable);
    this.programme = programme;
    return chosen;
  }

  aired(serial: number, item: PlanItem) {
    const { play, programme } = itemAired(this.programme, serial, item);
    this.programme = programme;
    return play;
  }
}

/** A session: always two chosen ahead, then the first of them goes on air. @param file remembers it */
export function session(file: PlaysFile | null = null) {
  let chooser = new Chooser(file?.read());
  const queue: { item: PlanItem; because: string | null }[] = [];
  let serial = countOf(chooser.programme.played);
  const fill = (plan: ReturnType<typeof planOf>, isPlayable = all as (item: PlanItem) => boolean) => {
    while (queue.length < 2) {
      const queued = queue.map(({ item }) => item.itemId);
      const chosen = chooser.next(plan, queued, isPlayable);
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
    restart(record: PlaysFile) {
      queue.length = 0;
      chooser = new Chooser(record.read());
    },
    play(plan: ReturnType<typeof planOf>, count: number, isPlayable?: (item: PlanItem) => boolean): PlanItem[] {
      return Array.from({ length: count }, () => {
        fill(plan, isPlayable);
        const first = queue.shift();
        if (!first) throw new Error("nothing was chosen");
        const play = chooser.aired((serial += 1), first.item);
        if (play) file?.append(play, chooser.programme.played);
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
