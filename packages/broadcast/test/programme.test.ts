import type { PlanItem } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { type ListPlace, indexOf, nextItem, placeIn } from "../src/director/choose/programme.ts";
import { planItem } from "./support/engine.ts";

const file = (id: string) => ({ path: `/media/${id}`, sha256: id });
const items = ["a", "b", "c", "d"].map((id) => planItem(id, file(id), 1_000));
const sequential = { items };
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

  it("goes on where the sounding track stood, however the list was changed before and since it was taken out", () => {
    const [a, b, c, d] = items;
    if (!a || !b || !c || !d) throw new Error("of the list above");
    const nextAfter = (sounding: string, ...lists: (readonly PlanItem[])[]) => {
      let before: Parameters<typeof nextItem>[0] = sequential;
      let place: ListPlace = after(before, sounding);
      for (const list of lists) {
        place = placeIn({ items: list }, place, before);
        before = { items: list };
      }
      return nextItem(before, place, all)?.title.slice(-1);
    };
    expect(nextAfter("c", [b, c, d, a], [b, d, a])).toBe("d");
    expect(nextAfter("c", [a, b, d], [b, d])).toBe("d");
    // What is put above what follows is to air next.
    expect(nextAfter("c", [a, b, d], [b, a, d])).toBe("a");
    expect(nextAfter("b", [a, c, d], [a, d, c])).toBe("d");
    // What stood above it was moved away.
    expect(nextAfter("b", [a, c, d], [c, d, a])).toBe("c");
    expect(nextAfter("d", [a, b, c])).toBe("a");
  });

  it("follows the sounding track to its new place when the list is reordered", () => {
    const reordered = { ...sequential, items: items.toReversed() };
    expect(nextItem(reordered, after(sequential, "c"), all)?.title).toBe("Title b");
  });
});
