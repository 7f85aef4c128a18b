import { join } from "node:path";
import { appendFile, readFile } from "node:fs/promises";
import { type PlanItem, sessionId, trackId } from "@nightjar/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AirMemory } from "../src/director/air-memory.ts";
import { Programme } from "../src/director/programme.ts";
import { ARTIST_DISTANCE_MAX, TRACK_DISTANCE_MAX, artistKey } from "../src/director/shuffle.ts";
import { planItem, testFolder } from "./support/engine.ts";

interface Song {
  readonly id: string;
  readonly artist?: string;
  readonly track?: string;
}
const songs = (all: readonly Song[]): PlanItem[] =>
  all.map(({ id, artist = `Artist ${id}`, track = id }) => ({
    ...planItem(id, { path: `/media/${id}`, sha256: id }, 1_000),
    ...{ artist, trackId: trackId.parse(`track-${track}`) },
  }));
const planOf = (items: readonly PlanItem[], session = "session-1") => ({
  ...{ items, order: "shuffled" as const, sessionId: sessionId.parse(session) },
});
const all = () => true;
const named = (count: number, artists = count) =>
  songs(Array.from({ length: count }, (_, index) => ({ id: `t${index}`, artist: `Artist ${index % artists}` })));

/** A session as the rundown drives it: always two chosen ahead, then the first of them goes on air. */
function session(memory = new AirMemory(null)) {
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
const ids = (items: readonly PlanItem[]) => items.map(({ itemId }) => itemId);

/** The fewest others between two plays that are the same by `key`. */
function closest(aired: readonly PlanItem[], key: (item: PlanItem) => string): number {
  const last = new Map<string, number>();
  let fewest = Infinity;
  aired.forEach((item, index) => {
    const before = last.get(key(item));
    if (before !== undefined) fewest = Math.min(fewest, index - before - 1);
    last.set(key(item), index);
  });
  return fewest;
}

const list = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/), { minLength: 1, maxLength: 40 });
const artists = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 40, maxLength: 40 });

describe("a shuffled order", () => {
  it("plays every track once in each round, whoever they are by", () => {
    fc.assert(
      fc.property(list, artists, (names, by) => {
        const items = songs(names.map((id, index) => ({ id, artist: `Artist ${by[index]}` })));
        const aired = ids(session().play(planOf(items), items.length * 3));
        for (let round = 0; round < 3; round += 1) {
          const played = aired.slice(round * items.length, (round + 1) * items.length);
          expect(played.toSorted()).toEqual(ids(items).toSorted());
        }
      }),
      { numRuns: 60 },
    );
  });

  it("keeps half of the artists, at most ten, between two tracks of one artist, over rounds, where each has as many", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.string({ minLength: 1, maxLength: 8 }),
        (many, each, name) => {
          const plan = planOf(named(many * each, many), `session-${name}`);
          const aired = session().play(plan, many * each * 3);
          expect(closest(aired, ({ artist }) => artist)).toBeGreaterThanOrEqual(Math.min(Math.floor(many / 2), ARTIST_DISTANCE_MAX));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps the distance for one artist who has as many tracks as just fit", () => {
    const others = Array.from({ length: 21 }, (_, index) => ({ id: `o${index}`, artist: `Other ${index}` }));
    const frequent = Array.from({ length: 3 }, (_, index) => ({ id: `f${index}`, artist: "Frequent" }));
    const aired = session().play(planOf(songs([...others, ...frequent])), 24);
    expect(closest(aired, ({ artist }) => artist)).toBeGreaterThanOrEqual(10);
  });

  it("comes as far apart as can be where one artist has most of the list", () => {
    const items = songs([
      ...Array.from({ length: 8 }, (_, index) => ({ id: `f${index}`, artist: "Frequent" })),
      { id: "a" },
      { id: "b" },
      { id: "c" },
    ]);
    const aired = session()
      .play(planOf(items), 11)
      .map(({ artist }) => (artist === "Frequent" ? "f" : "o"));
    expect(aired.join("")).not.toContain("oo");
  });

  it("keeps half of the list between two plays of a track over the end of a round, also where all are by one artist", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), fc.string({ minLength: 1, maxLength: 8 }), (count, name) => {
        const aired = session().play(planOf(named(count, 1), `session-${name}`), count * 2);
        expect(closest(aired, (item) => item.trackId)).toBeGreaterThanOrEqual(Math.min(Math.floor(count / 2), TRACK_DISTANCE_MAX));
      }),
      { numRuns: 40 },
    );
  });

  it("keeps a track that stands in the list twice away from itself", () => {
    const items = songs(Array.from({ length: 20 }, (_, index) => ({ id: `t${index}`, artist: "One", track: `${index % 10}` })));
    for (let run = 0; run < 20; run += 1) {
      const aired = session().play(planOf(items, `session-${run}`), 200);
      expect(closest(aired, (item) => item.trackId)).toBeGreaterThanOrEqual(2);
    }
  });

  it("is another order in each round, and in each session", () => {
    const items = named(30);
    const aired = ids(session().play(planOf(items), 60));
    expect(aired.slice(30)).not.toEqual(aired.slice(0, 30));
    expect(ids(session().play(planOf(items, "session-2"), 30))).not.toEqual(aired.slice(0, 30));
    expect(aired.slice(0, 30)).not.toEqual(ids(items));
  });

  it("does not depend on the order of the list", () => {
    const items = named(25, 7);
    expect(ids(session().play(planOf(items.toReversed()), 50))).toEqual(ids(session().play(planOf(items), 50)));
  });

  it("lets every track have its turn at each place: no artist is favoured", () => {
    const items = named(10);
    const first = new Map<string, number>();
    for (let run = 0; run < 500; run += 1) {
      const [item] = session().play(planOf(items, `session-${run}`), 1);
      if (item) first.set(item.itemId, (first.get(item.itemId) ?? 0) + 1);
    }
    expect(first.size).toBe(10);
    for (const count of first.values()) expect(count).toBeLessThan(100);
  });

  it("repeats a list of one track for ever, and says so", () => {
    const one = session();
    expect(ids(one.play(planOf(named(1)), 3))).toEqual(["item-t0", "item-t0", "item-t0"]);
    expect(new Programme(new AirMemory(null)).next(planOf(named(1)), [], null, all)?.because).toBe("The only track that can be played.");
  });

  it("has no next item when nothing can be played", () => {
    expect(new Programme(new AirMemory(null)).next(planOf(named(3)), [], null, () => false)).toBeNull();
    expect(new Programme(new AirMemory(null)).next(planOf([]), [], null, all)).toBeNull();
  });

  it("skips what cannot be played, and gives it its turn in the same round when it can", () => {
    const items = named(10);
    const one = session();
    const early = one.play(planOf(items), 6, ({ itemId }) => itemId !== "item-t3");
    expect(ids(early)).not.toContain("item-t3");
    expect(ids([...early, ...one.play(planOf(items), 4)]).toSorted()).toEqual(ids(items).toSorted());
  });
});

describe("a shuffled order that is edited", () => {
  it("keeps what is chosen next when a track is added, moved or taken out elsewhere", () => {
    const items = named(20, 6);
    const one = session();
    one.play(planOf(items), 5);
    one.edit(planOf(items));
    const before = ids(one.queue.map(({ item }) => item));
    one.edit(planOf([...songs([{ id: "new" }]), ...items.toReversed()]));
    expect(ids(one.queue.map(({ item }) => item))).toEqual(before);
    const without = items.filter(({ itemId }) => before.includes(itemId) || itemId === "item-t1");
    one.edit(planOf(without));
    expect(ids(one.queue.map(({ item }) => item))).toEqual(before);
  });

  it("chooses anew only what was taken out", () => {
    const items = named(20, 6);
    const one = session();
    one.play(planOf(items), 5);
    one.edit(planOf(items));
    const [first, second] = ids(one.queue.map(({ item }) => item));
    one.edit(planOf(items.filter(({ itemId }) => itemId !== first)));
    expect(one.queue[0]?.item.itemId).toBe(second);
  });

  it("plays an added track in the round that runs", () => {
    const items = named(10);
    const one = session();
    const early = one.play(planOf(items), 4);
    const later = one.play(planOf([...items, ...songs([{ id: "new" }])]), 7);
    expect(ids([...early, ...later]).toSorted()).toEqual([...ids(items), "item-new"].toSorted());
  });

  it("counts a track somebody jumped to as played, and goes on with what was chosen", () => {
    const items = named(10);
    const plan = planOf(items);
    const programme = new Programme(new AirMemory(null));
    const first = programme.next(plan, [], null, all)?.item.itemId ?? "";
    const second = programme.next(plan, [first], null, all)?.item.itemId ?? "";
    const jumped = items.find(({ itemId }) => itemId !== first && itemId !== second);
    if (!jumped) throw new Error("eight are left");
    expect(programme.next(plan, [jumped.itemId], null, all)?.item.itemId).toBe(first);
    programme.entered(1, jumped);
    const rest: string[] = [];
    for (let serial = 2; serial <= 10; serial += 1) {
      const next = programme.next(plan, [], null, all);
      if (next) programme.entered(serial, next.item);
      rest.push(next?.item.itemId ?? "");
    }
    expect(rest.slice(0, 2)).toEqual([first, second]);
    expect([jumped.itemId, ...rest].toSorted()).toEqual(ids(items).toSorted());
  });
});

describe("what a shuffled order remembers", () => {
  it("goes on after a restart at any moment as if there had been none", async () => {
    const { dir, remove } = await testFolder();
    const items = named(17, 5);
    const whole = ids(session().play(planOf(items), 60));
    const path = join(dir, "air", "session-1.jsonl");
    const one = session(new AirMemory(path));
    const aired: string[] = [];
    for (const count of [3, 1, 13, 20, 23]) {
      aired.push(...ids(one.play(planOf(items), count)));
      // The last line of a process that was killed.
      await appendFile(path, '\n[61,61,4,"item');
      one.restart(new AirMemory(path));
    }
    expect(aired).toEqual(whole);
    await remove();
  });

  it("stays small over a year", async () => {
    const { dir, remove } = await testFolder();
    const path = join(dir, "air", "session-1.jsonl");
    const memory = new AirMemory(path);
    for (let serial = 1; serial <= 20_000; serial += 1) {
      const id = `item-${serial % 50}`;
      memory.add({ serial, round: Math.ceil(serial / 50), itemId: id, trackId: id, artist: `Artist ${serial % 7}` });
    }
    expect((await readFile(path, "utf8")).split("\n").length).toBeLessThan(2_200);
    const again = new AirMemory(path);
    expect([again.count, again.round, again.item("item-49"), again.artist("artist 3")]).toEqual([
      20_000,
      400,
      19_999,
      memory.artist("artist 3"),
    ]);
    await remove();
  });

  it("counts a play that is told again after an adoption once", () => {
    const memory = new AirMemory(null);
    const play = { serial: 7, round: 1, itemId: "i", trackId: "t", artist: "A" };
    memory.add(play);
    memory.add(play);
    expect(memory.count).toBe(1);
  });
});

describe("the reason of a choice", () => {
  it("tells how long ago track and artist were", () => {
    const items = songs([
      { id: "a1", artist: "Anna" },
      { id: "a2", artist: "Anna feat. Ben" },
      { id: "b", artist: "Ben" },
    ]);
    const programme = new Programme(new AirMemory(null));
    const reasons = new Set<string>();
    for (let serial = 1; serial <= 12; serial += 1) {
      const chosen = programme.next(planOf(items), [], null, all);
      if (!chosen) throw new Error("all can be played");
      reasons.add(chosen.because ?? "");
      programme.entered(serial, chosen.item);
    }
    const text = [...reasons].join("\n");
    expect(text).toMatch(/Not played yet; nothing by (Anna|Anna feat\. Ben|Ben) so far\./);
    expect(text).toMatch(/Not played yet; Anna( feat\. Ben)? was (one track|2 tracks) ago\./);
    expect(text).toMatch(/Last played \d tracks ago; /);
  });

  it("is none in the order of the list", () => {
    const plan = { ...planOf(named(3)), order: "sequential" as const };
    expect(new Programme(new AirMemory(null)).next(plan, [], null, all)).toMatchObject({ because: null, item: { itemId: "item-t0" } });
  });

  it("takes guests for nobody, and letters of any kind for the same", () => {
    expect(artistKey("  ANNA  Lux ft. Ben")).toBe("anna lux");
    expect(artistKey("Anna Lux featuring Ben")).toBe("anna lux");
    expect(artistKey("Ａｎｎａ Lux")).toBe("anna lux");
    expect(artistKey("Daft")).toBe("daft");
  });
});

describe("shuffling ten thousand tracks", () => {
  it("costs a few milliseconds a choice", () => {
    const plan = planOf(named(10_000, 700));
    const one = session();
    one.play(plan, 5);
    // The process's own time: the machine may have other things to do.
    const before = process.cpuUsage();
    one.play(plan, 100);
    expect(process.cpuUsage(before).user / 1000 / 100).toBeLessThan(30);
  });
});
