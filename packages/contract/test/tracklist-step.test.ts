import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ItemId, type ListEntry, type TracklistStep, applyStep, itemId, mergeStep, trackId } from "../src/index.ts";

const id = (text: string): ItemId => itemId.parse(text);
const NEW_TRACK = trackId.parse("track");
const listOf = (text: string, placedAt = 0): ListEntry[] => Array.from(text).map((letter) => ({ itemId: id(letter), placedAt }));
const made = (entry: { itemId: ItemId }): ListEntry => ({ itemId: entry.itemId, placedAt: 0 });
const shown = (list: readonly ListEntry[]) => list.map((entry) => entry.itemId).join("");
const insert = (letters: string, after: string | null): TracklistStep => ({
  is: "insert",
  entries: Array.from(letters).map((letter) => ({ itemId: id(letter), trackId: NEW_TRACK, isGapless: null })),
  after: after === null ? null : id(after),
});
const move = (letters: string, after: string | null): TracklistStep => ({
  is: "move",
  itemIds: Array.from(letters).map(id),
  after: after === null ? null : id(after),
});
const remove = (letters: string): TracklistStep => ({ is: "remove", itemIds: Array.from(letters).map(id) });

/** As the server does it: what a step touched was put there by the revision it made. */
function carriedOut(list: readonly ListEntry[], step: TracklistStep, revision: number): readonly ListEntry[] {
  const touched = new Set(step.is === "insert" ? step.entries.map((entry) => entry.itemId) : step.itemIds);
  return applyStep(list, step, made).map((entry) => (touched.has(entry.itemId) ? { ...entry, placedAt: revision } : entry));
}
const second = (first: TracklistStep, then: TracklistStep, own: number[] = []) =>
  mergeStep(carriedOut(listOf("abcdef"), first, 1), then, { readAt: 0, own }, made);

describe("a step alone", () => {
  it.each([
    ["puts entries under another", insert("xy", "b"), "abxycdef"],
    ["puts entries at the top", insert("x", null), "xabcdef"],
    ["moves entries together, in the order they are named", move("ea", "c"), "bceadf"],
    ["moves to the top", move("f", null), "fabcde"],
    ["moves under one of those that are moved: they stand together where that stood", move("bd", "d"), "acbdef"],
    ["removes", remove("ace"), "bdf"],
  ])("%s", (_, step, after) => expect(shown(applyStep(listOf("abcdef"), step, made))).toBe(after));
});

describe("two steps made from the same list", () => {
  it.each([
    ["what is put under an entry follows it to where it was moved", move("b", null), insert("x", "b"), "bxacdef"],
    ["what both put under the same entry is all there", insert("x", "b"), insert("y", "b"), "abyxcdef"],
    ["moves of different entries both happen", move("a", "c"), move("f", null), "fbcade"],
    ["what two remove is removed", remove("bc"), remove("cd"), "aef"],
  ])("are merged: %s", (_, first, then, after) => {
    const merged = second(first, then);
    expect(merged.conflicts).toBeNull();
    expect(merged.conflicts === null && shown(merged.list)).toBe(after);
  });

  it.each([
    ["moving what was moved", move("b", null), move("b", "f"), [{ itemId: id("b"), was: "moved" as const }]],
    ["removing what was moved", move("b", null), remove("ab"), [{ itemId: id("b"), was: "moved" as const }]],
    ["moving what was removed", remove("b"), move("ab", "f"), [{ itemId: id("b"), was: "removed" as const }]],
    ["putting something under what was removed", remove("b"), insert("x", "b"), [{ itemId: id("b"), was: "removed" as const }]],
    ["putting back what is there again", insert("x", "a"), insert("x", "b"), [{ itemId: id("x"), was: "added" as const }]],
  ])("cannot be merged, and tell why: %s", (_, first, then, conflicts) => {
    expect(second(first, then).conflicts).toEqual(conflicts);
  });

  it("of one and the same person never meet", () => expect(second(move("b", null), move("b", "f"), [1]).conflicts).toBeNull());
});

const LETTERS = "abcdefgh";
const some = fc.uniqueArray(fc.constantFrom(...Array.from(LETTERS)), { minLength: 1 }).map((letters) => letters.join(""));
const anchor = fc.option(fc.constantFrom(...Array.from(LETTERS)));
const anyStep = (fresh: string) =>
  fc.oneof(
    anchor.map((after) => insert(fresh, after)),
    fc.tuple(some, anchor).map(([letters, after]) => move(letters, after)),
    some.map(remove),
  );
const namesOf = (step: TracklistStep): readonly ItemId[] =>
  step.is === "insert" ? step.entries.map((entry) => entry.itemId) : step.itemIds;

it("nothing is silently lost: of two steps that were merged both are true of the list, and all else is in its order", () => {
  fc.assert(
    fc.property(anyStep("xy"), anyStep("z"), (first, then) => {
      const before = listOf(LETTERS);
      const between = carriedOut(before, first, 1);
      const merged = mergeStep(between, then, { readAt: 0, own: [] }, made);
      if (merged.conflicts) return;
      const ids = merged.list.map((entry) => entry.itemId);
      expect(new Set(ids).size).toBe(ids.length);
      const removed = new Set([first, then].flatMap((step) => (step.is === "remove" ? step.itemIds : [])));
      const added = [first, then].flatMap((step) => (step.is === "insert" ? namesOf(step) : []));
      expect(new Set(ids)).toEqual(
        new Set(
          Array.from(LETTERS)
            .map(id)
            .concat(added)
            .filter((one) => !removed.has(one)),
        ),
      );
      // The second's entries stand under each other where it said.
      if (then.is !== "remove") {
        const names = namesOf(then);
        const at = ids.indexOf(names[0] ?? id(""));
        expect(ids.slice(at, at + names.length)).toEqual(names);
        if (then.after === null) expect(at).toBe(0);
        else if (!names.includes(then.after)) expect(ids[at - 1]).toBe(then.after);
      }
      const touched = new Set([...namesOf(first), ...namesOf(then)]);
      const untouched = Array.from(LETTERS)
        .map(id)
        .filter((one) => !touched.has(one));
      expect(ids.filter((one) => !touched.has(one))).toEqual(untouched);
    }),
  );
});
