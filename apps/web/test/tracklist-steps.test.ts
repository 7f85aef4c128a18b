import { type ItemId, type StreamTrack, applyStep, itemId, trackId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { renewed } from "../src/features/streams/tracklist/renewed.ts";
import { createStepQueue } from "../src/features/streams/tracklist/step-queue.ts";
import {
  moveBy,
  moveNext,
  moveTo,
  moveToBottom,
  moveToPlace,
  moveToTop,
  moveUnder,
  stillPossible,
  undoOf,
} from "../src/features/streams/tracklist/steps.ts";
import type { TracklistStep } from "@nightjar/contract";

type Entry = Pick<StreamTrack, "itemId" | "id" | "gaplessMark">;
const id = (text: string): ItemId => itemId.parse(text);
const listOf = (text: string): Entry[] =>
  text.split("").map((letter) => ({ itemId: id(letter), id: trackId.parse(`track ${letter}`), gaplessMark: letter === "b" ? true : null }));
const ids = (text: string) => text.split("").map(id);
const after = (list: readonly Entry[], ...steps: readonly TracklistStep[]) =>
  steps
    .reduce<readonly Entry[]>(
      (before, step) => applyStep(before, step, (entry) => ({ itemId: entry.itemId, id: entry.trackId, gaplessMark: entry.isGapless })),
      list,
    )
    .map((entry) => entry.itemId)
    .join("");

describe("an entry, or several chosen ones together", () => {
  const list = listOf("abcde");
  it.each([
    ["stands where it was dragged to, downwards", moveTo(list, ids("a"), 0, 2), "bcade"],
    ["stands where it was dragged to, upwards", moveTo(list, ids("d"), 3, 0), "dabce"],
    ["takes all chosen along in the order of the list", moveTo(list, ids("da"), 0, 4), "bcead"],
    ["goes to a place", moveToPlace(list, ids("a"), 2), "bcade"],
    ["goes to a place together, the first of them standing there", moveToPlace(list, ids("ab"), 2), "cdabe"],
    ["goes to the first place", moveToPlace(list, ids("ec"), 0), "ceabd"],
    ["goes up by one", moveBy(list, ids("c"), -1), "acbde"],
    ["goes down by one", moveBy(list, ids("c"), 1), "abdce"],
    ["goes up past the one above all of them, whichever is pressed", moveBy(list, ids("bc"), -1), "bcade"],
    ["goes down past the one below all of them", moveBy(list, ids("bc"), 1), "adbce"],
    ["is brought together where it stood apart", moveBy(list, ids("bd"), 1), "acebd"],
    ["stays at the top", moveBy(list, ids("ab"), -1), "abcde"],
    ["stays at the bottom", moveBy(list, ids("de"), 1), "abcde"],
    ["goes to the top", moveToTop(list, ids("ec")), "ceabd"],
    ["goes to the bottom", moveToBottom(list, ids("ae")), "bcdae"],
    ["goes under what is on air", moveUnder(list, ids("e"), id("b")), "abecd"],
  ])("%s", (_, step, expected) => expect(after(list, step)).toBe(expected));
});

describe("what shall air next", () => {
  const NOW_MS = 1_000_000;
  const nextTo = (itemId: string, nextItemId: string | null, chosen: string, { of = "abcde", inMs = 60_000 } = {}) => {
    const list = listOf(of);
    const heard = { itemId: id(itemId), nextItemId: nextItemId === null ? null : id(nextItemId), nextStartsAtMs: NOW_MS + inMs };
    const step = moveNext(list, ids(chosen), heard, NOW_MS);
    return step && after(list, step);
  };
  it("stands under what is on air", () => expect(nextTo("b", "c", "ea")).toBe("baecd"));
  it("stands above what follows where that was taken out of the list", () => {
    expect(nextTo("x", "c", "e")).toBe("abecd");
    expect(nextTo("x", "a", "de")).toBe("deabc");
    expect(nextTo("x", "c", "cd")).toBe("abcde");
  });
  it("stands under what the stream is on its way to: a track that is to be played now, or one that is about to begin", () => {
    const jumping = { of: "abcdef", inMs: -1000 };
    expect([nextTo("b", "e", "a", jumping), nextTo("b", "e", "c", jumping)]).toEqual(["bcdeaf", "abdecf"]);
    expect(nextTo("b", "c", "e", { inMs: 2750 })).toBe("abced");
    expect(nextTo("b", "c", "e", { inMs: 10_000 })).toBe("abecd");
    expect(nextTo("x", "c", "e", { inMs: 0 })).toBe("abced");
  });
  it("stands under what is on air where what is about to begin was taken out of the list", () =>
    expect(nextTo("b", "x", "e", { inMs: 0 })).toBe("abecd"));
  it("leaves what is on air or about to be where it is, though it was chosen too: the others stand under it", () => {
    expect(nextTo("b", "c", "abd")).toBe("badce");
    expect(nextTo("b", "c", "ab")).toBe("bacde");
    expect(nextTo("b", "c", "b")).toBeNull();
    expect(nextTo("b", "c", "abce", { inMs: 0 })).toBe("bcaed");
    expect(nextTo("b", "c", "c", { inMs: 0 })).toBeNull();
  });
  it("has no place where neither stands in the list", () => expect([nextTo("x", "y", "a"), nextTo("x", null, "a")]).toEqual([null, null]));
});

describe("what was done is taken back", () => {
  const list = listOf("abcdef");
  it.each<[string, TracklistStep]>([
    ["a removal, each to where it stood", { is: "remove", itemIds: ids("abd") }],
    ["a move of one", moveTo(list, ids("e"), 4, 0)],
    ["a move of several from several places", moveTo(list, ids("fbc"), 5, 0)],
    ["a move of all", { is: "move", itemIds: ids("fedcba"), after: null }],
    ["what was added", { is: "insert", entries: [{ itemId: id("x"), trackId: trackId.parse("t"), isGapless: null }], after: id("b") }],
  ])("%s", (_, step) => expect(after(list, step, ...undoOf(step, list))).toBe("abcdef"));

  it("with its mark, as the very same entry", () =>
    expect(undoOf({ is: "remove", itemIds: ids("abd") }, list)).toMatchObject([
      { is: "insert", after: null, entries: [{ itemId: "a" }, { itemId: "b", isGapless: true }] },
      { is: "insert", after: "c", entries: [{ itemId: "d" }] },
    ]));

  it("though somebody else changed the list meanwhile: under what is left, and without what is gone", () => {
    const undone = (step: TracklistStep, now: string) => {
      const seen = listOf("abcde");
      const left = undoOf(step, seen).flatMap((back) => stillPossible(back, seen, listOf(now)) ?? []);
      return after(listOf(now), ...left);
    };
    expect(undone({ is: "remove", itemIds: ids("d") }, "xbae")).toBe("xbdae");
    expect(undone({ is: "move", itemIds: ids("bd"), after: null }, "daec")).toBe("aecd");
    expect(undone({ is: "move", itemIds: ids("b"), after: null }, "acde")).toBe("acde");
  });
});

describe("a step that could not be merged, made anew", () => {
  const seen = listOf("abcde");
  it("brings back what was removed and is to be moved", () =>
    expect(after(listOf("abde"), ...renewed(moveTo(seen, ids("c"), 2, 4), seen, listOf("abde")))).toBe("abdec"));
  it("stands under what stood above what is gone", () =>
    expect(after(listOf("abe"), ...renewed(moveTo(seen, ids("a"), 0, 2), seen, listOf("abe")))).toBe("bae"));
  it("removes only what is still there, and is nothing where nothing is", () => {
    expect(renewed({ is: "remove", itemIds: ids("ab") }, seen, listOf("bcde"))).toEqual([{ is: "remove", itemIds: ids("b") }]);
    expect(renewed({ is: "remove", itemIds: ids("a") }, seen, listOf("bcde"))).toEqual([]);
  });
});

describe("steps of one person", () => {
  function queue(answers: (number | Error)[]) {
    const sent: unknown[] = [];
    const timers: (() => void)[] = [];
    const refused: (readonly TracklistStep[])[] = [];
    const made = createStepQueue({
      send: async (step, known) => {
        sent.push([step, known.readAt, [...known.own]]);
        const answer = answers.shift();
        if (typeof answer === "number") return answer;
        if (answer === undefined) throw new Error("nothing was to be sent");
        throw answer;
      },
      onRefused: (_, steps) => void refused.push(steps),
      onIdle: () => idle.resolve(),
      setTimer: (run) => timers.push(run),
    });
    const idle = Promise.withResolvers<void>();
    return { made, sent, refused, idle: idle.promise, pass: () => timers.splice(0).forEach((run) => run()) };
  }
  const move = (letter: string, to: string): TracklistStep => ({ is: "move", itemIds: ids(letter), after: id(to) });

  it("go one after another, each telling which revisions are its own; moves of one entry in a row are one", async () => {
    const { made, sent, idle, pass } = queue([8, 11]);
    made.readAt(7);
    made.put(move("a", "b"), 300);
    made.put(move("a", "c"), 300);
    made.put(move("d", "a"), 300);
    pass();
    await idle;
    expect(sent).toEqual([
      [move("a", "c"), 7, []],
      [move("d", "a"), 7, [8]],
    ]);
    expect(made.isBusy()).toBe(false);
  });

  it("are given back with all that waited behind the one that was refused", async () => {
    const { made, refused, idle, pass } = queue([new Error("409")]);
    made.put(move("a", "b"), 0);
    made.put(move("d", "a"), 0);
    pass();
    await idle;
    expect(refused).toEqual([[move("a", "b"), move("d", "a")]]);
  });
});
