import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PlaysFile } from "../src/director/choose/plays-file.ts";
import { type Played, NOTHING_PLAYED, countOf, playOf, withPlay } from "../src/director/choose/played.ts";
import { artistKey } from "../src/director/choose/shuffle.ts";
import { testFolder } from "./support/engine.ts";
import { Chooser, ids, named, planOf, session, songs } from "./support/shuffle.ts";

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
    const programme = new Chooser();
    const first = programme.next(plan, [])?.item.itemId ?? "";
    const second = programme.next(plan, [first])?.item.itemId ?? "";
    const jumped = items.find(({ itemId }) => itemId !== first && itemId !== second);
    if (!jumped) throw new Error("eight are left");
    expect(programme.next(plan, [jumped.itemId])?.item.itemId).toBe(first);
    programme.aired(1, jumped);
    const rest: string[] = [];
    for (let serial = 2; serial <= 10; serial += 1) {
      const next = programme.next(plan, []);
      if (next) programme.aired(serial, next.item);
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
    const one = session(new PlaysFile(path));
    const aired: string[] = [];
    for (const count of [3, 1, 13, 20, 23]) {
      aired.push(...ids(one.play(planOf(items), count)));
      // The last line of a process that was killed.
      await appendFile(path, '\n[61,61,4,"item');
      one.restart(new PlaysFile(path));
    }
    expect(aired).toEqual(whole);
    await remove();
  });

  it.each([
    ["without a restart", Infinity],
    ["with a restart every few days", 1_500],
  ])("stays small over a year %s", async (_, restartedEach) => {
    const { dir, remove } = await testFolder();
    const path = join(dir, "air", "session-1.jsonl");
    let file = new PlaysFile(path);
    let played: Played = file.read();
    for (let serial = 1; serial <= 20_000; serial += 1) {
      if (serial % restartedEach === 0) {
        file = new PlaysFile(path);
        played = file.read();
      }
      const id = `item-${serial % 50}`;
      const play = playOf(played, { serial, round: Math.ceil(serial / 50), itemId: id, trackId: id, artist: `Artist ${serial % 7}` });
      if (!play) throw new Error("each segment is new");
      played = withPlay(played, play);
      file.append(play, played);
    }
    expect((await readFile(path, "utf8")).split("\n").length).toBeLessThan(2_200);
    const again = new PlaysFile(path).read();
    expect([countOf(again), again.round, again.latest.get("item-49")?.[0], again.artists.get("artist 3")]).toEqual([
      20_000,
      400,
      19_999,
      played.artists.get("artist 3"),
    ]);
    await remove();
  });

  it("counts a play that is told again after an adoption once", () => {
    const told = { serial: 7, round: 1, itemId: "i", trackId: "t", artist: "A" };
    const play = playOf(NOTHING_PLAYED, told);
    if (!play) throw new Error("it is the first");
    expect(playOf(withPlay(NOTHING_PLAYED, play), told)).toBeNull();
  });
});

describe("the reason of a choice", () => {
  it("tells how long ago track and artist were", () => {
    const items = songs([
      { id: "a1", artist: "Anna" },
      { id: "a2", artist: "Anna feat. Ben" },
      { id: "b", artist: "Ben" },
    ]);
    const programme = new Chooser();
    const reasons = new Set<string>();
    for (let serial = 1; serial <= 12; serial += 1) {
      const chosen = programme.next(planOf(items), []);
      if (!chosen) throw new Error("all can be played");
      reasons.add(chosen.because ?? "");
      programme.aired(serial, chosen.item);
    }
    const text = [...reasons].join("\n");
    expect(text).toMatch(/Not played yet; nothing by (Anna|Anna feat\. Ben|Ben) so far\./);
    expect(text).toMatch(/Not played yet; Anna( feat\. Ben)? was (one track|2 tracks) ago\./);
    expect(text).toMatch(/Last played \d tracks ago; /);
  });

  it("is none in the order of the list", () => {
    const plan = { ...planOf(named(3)), order: "sequential" as const };
    expect(new Chooser().next(plan, [])).toMatchObject({ because: null, item: { itemId: "item-t0" } });
  });

  it("takes guests for nobody, and letters of any kind for the same", () => {
    expect(artistKey("  ANNA  Lux ft. Ben")).toBe("anna lux");
    expect(artistKey("Anna Lux featuring Ben")).toBe("anna lux");
    expect(artistKey("Ａｎｎａ Lux")).toBe("anna lux");
    expect(artistKey("Daft")).toBe("daft");
    expect(artistKey("Anna \t\n Lux \n Ft. \t Ben")).toBe("anna lux");
  });

  it("reads a name of thousands of spaces for little more than one of as many letters", () => {
    const lettersMs = costMs(() => artistKey("a".repeat(5000)));
    expect(costMs(() => artistKey(`a${" ".repeat(5000)}b`))).toBeLessThan(20 * lettersMs);
  });
});

describe("shuffling ten thousand tracks", () => {
  it("costs a few milliseconds a choice", () => {
    const plan = planOf(named(10_000, 700));
    const one = session();
    one.play(plan, 5);
    // However fast the machine is: a few times what writing the list down costs.
    const writtenMs = costMs(() => JSON.stringify(plan.items));
    expect(costMs(() => one.play(plan, 1))).toBeLessThan(10 * writtenMs);
  });
});

/** Of the process's own time, on average of a hundred: the machine may have other things to do. */
function costMs(work: () => unknown): number {
  const before = process.cpuUsage();
  for (let times = 0; times < 100; times += 1) work();
  return process.cpuUsage(before).user / 1000 / 100;
}
