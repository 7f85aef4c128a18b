import { type PlanItem, sessionId } from "@nightjar/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexOf, nextItem } from "../src/director/programme.ts";
import { planItem } from "./support/engine.ts";

const file = (id: string) => ({ path: `/media/${id}`, sha256: id });
const items = ["a", "b", "c", "d"].map((id) => planItem(id, file(id), 1_000));
const sequential = { items, order: "sequential", sessionId: sessionId.parse("session-1") } as const;
const shuffled = { ...sequential, order: "shuffled" } as const;
const all = () => true;

/** The ids of the next `count` items, each chosen after the one before. */
function air(plan: Parameters<typeof nextItem>[0], count: number, isPlayable: (item: PlanItem) => boolean = all): string[] {
  const aired: string[] = [];
  let after: { itemId: string; index: number } | null = null;
  for (let step = 0; step < count; step += 1) {
    const item = nextItem(plan, after, isPlayable);
    if (!item) return aired;
    aired.push(item.title.slice(-1));
    after = { itemId: item.itemId, index: indexOf(plan, item.itemId) };
  }
  return aired;
}

const after = (plan: Parameters<typeof nextItem>[0], id: string) => ({ itemId: `item-${id}`, index: indexOf(plan, `item-${id}`) });

describe("the order of air", () => {
  it("is the tracklist's, from its first track, again and again for ever", () => {
    expect(air(sequential, 10).join("")).toBe("abcdabcdab");
  });

  it("repeats a list of one track for ever", () => {
    expect(air({ ...sequential, items: items.slice(0, 1) }, 3).join("")).toBe("aaa");
  });

  it("skips what cannot be played, and comes back to it when it can", () => {
    let isThere = false;
    const isPlayable = (item: PlanItem) => isThere || item.title !== "Title b";
    expect(air(sequential, 4, isPlayable).join("")).toBe("acda");
    isThere = true;
    expect(nextItem(sequential, after(sequential, "a"), isPlayable)?.title).toBe("Title b");
  });

  it("has no next item when nothing can be played, or nothing is there", () => {
    expect(nextItem(sequential, null, () => false)).toBeNull();
    expect(nextItem({ ...sequential, items: [] }, after(sequential, "a"), all)).toBeNull();
  });

  it("plays the only playable track after itself", () => {
    expect(air(sequential, 3, (item) => item.title === "Title c").join("")).toBe("ccc");
  });

  it("goes on with the one that moved up when the sounding track is taken out", () => {
    const sounding = after(sequential, "b");
    const without = { ...sequential, items: items.filter(({ title }) => title !== "Title b") };
    expect(nextItem(without, sounding, all)?.title).toBe("Title c");
  });

  it("goes on with the first when the sounding track was the last and is taken out", () => {
    const sounding = after(sequential, "d");
    expect(nextItem({ ...sequential, items: items.slice(0, 3) }, sounding, all)?.title).toBe("Title a");
  });

  it("follows the sounding track to its new place when the list is reordered", () => {
    const reordered = { ...sequential, items: items.toReversed() };
    expect(nextItem(reordered, after(sequential, "c"), all)?.title).toBe("Title b");
  });
});

describe("a shuffled order", () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 40 });
  const planOf = (names: readonly string[], session: string) => ({
    items: names.map((id) => planItem(id, file(id), 1_000)),
    order: "shuffled" as const,
    sessionId: sessionId.parse(session),
  });
  const titles = (plan: ReturnType<typeof planOf>) => {
    const aired: string[] = [];
    let last: { itemId: string; index: number } | null = null;
    for (let step = 0; step < plan.items.length * 2; step += 1) {
      const item = nextItem(plan, last, all);
      if (!item) break;
      aired.push(item.title);
      last = { itemId: item.itemId, index: indexOf(plan, item.itemId) };
    }
    return aired;
  };

  it("plays every track once before any twice", () => {
    fc.assert(
      fc.property(ids, (names) => {
        const once = titles(planOf(names, "session-1")).slice(0, names.length);
        expect(once.toSorted()).toEqual(names.map((id) => `Title ${id}`).toSorted());
      }),
    );
  });

  it("is the same after a restart, and whatever the order of the list", () => {
    fc.assert(
      fc.property(ids, (names) => {
        expect(titles(planOf(names.toReversed(), "session-1"))).toEqual(titles(planOf(names, "session-1")));
      }),
    );
  });

  it("is another one in another session", () => {
    const names = Array.from({ length: 20 }, (_, index) => `t${index}`);
    expect(titles(planOf(names, "session-2"))).not.toEqual(titles(planOf(names, "session-1")));
    expect(titles(planOf(names, "session-1")).slice(0, 20)).not.toEqual(names.map((id) => `Title ${id}`));
  });

  it("keeps its order when a track is taken out", () => {
    const order = air(shuffled, 4);
    const [first, second, ...others] = order;
    const without = { ...shuffled, items: items.filter(({ title }) => title !== `Title ${second}`) };
    expect(air(without, 3)).toEqual([first, ...others]);
  });
});
