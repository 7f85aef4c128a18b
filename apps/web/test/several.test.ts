import { itemId, streamId, trackId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { jumpTargets } from "../src/features/streams/several/jump-targets.ts";
import { concernedBy, failedOf, failureOf, namesOf, outcomeOf, summaryOf } from "../src/features/streams/several/several.ts";

const named = (title: string) => ({ id: streamId.parse(title), title });
const done = { status: "fulfilled", value: undefined } as const;
const failed = (message: string) => ({ status: "rejected", reason: new Error(message) }) as const;

describe("several streams at once", () => {
  it("are started where they are off air, and stopped and skipped where they are on air", () => {
    const chosen = [{ isLive: true }, { isLive: false }];
    expect(concernedBy("start", chosen)).toEqual([{ isLive: false }]);
    for (const act of ["stop", "skip", "jump"] as const) expect(concernedBy(act, chosen)).toEqual([{ isLive: true }]);
  });

  it("are told in one notice where nobody can read of each, with the first reason", () => {
    const refused = { stream: named("Owl"), failure: "It has no destination." };
    expect(failureOf("start", [outcomeOf(named("Moth"), done), refused])).toEqual([
      "1 of 2 streams started",
      "Owl: It has no destination.",
    ]);
    expect(failureOf("stop", [refused, { ...refused, stream: named("Heron") }])).toEqual([
      "Stop failed",
      "Owl and Heron: It has no destination.",
    ]);
  });

  it("are told one by one: how many it was done with, and which failed", () => {
    const outcomes = [outcomeOf(named("Moth"), done), outcomeOf(named("Owl"), failed("anything")), outcomeOf(named("Heron"), done)];
    expect(summaryOf("start", outcomes)).toBe("2 of 3 streams started");
    expect(failedOf(outcomes).map(({ stream }) => stream.title)).toEqual(["Owl"]);
    expect(summaryOf("stop", outcomes.slice(0, 1))).toBe("1 stream stopped");
  });

  it("fail in words, also where what happened is nothing that a server says", () => {
    expect(outcomeOf(named("Owl"), failed("x is not a function")).failure).toBe("An unknown error occurred.");
  });

  it("are named in a notice as long as it stays short", () => {
    expect(namesOf(["A"].map(named))).toBe("A");
    expect(namesOf(["A", "B", "C"].map(named))).toBe("A, B and C");
    expect(namesOf(["A", "B", "C", "D", "E"].map(named))).toBe("A, B, C and 2 more");
  });
});

/** "abB": an entry for each letter, of the track that it names; a capital has no file. */
const listOf = (stream: string, letters: string) => ({
  id: streamId.parse(stream),
  tracks: letters.split("").map((letter, place) => ({
    itemId: itemId.parse(`${stream}${place}`),
    id: trackId.parse(letter.toLowerCase()),
    title: letter,
    artist: "Anna",
    hasAudioFile: letter === letter.toLowerCase(),
  })),
});
const targetsOf = (...lists: ReturnType<typeof listOf>[]) =>
  jumpTargets(lists).map(({ name, itemIds }) => [name, [...itemIds.values()].join(" ")]);

describe("a jump of several streams", () => {
  it("goes to the first track of each, or to one that all of them hold, at its first place", () => {
    expect(targetsOf(listOf("x", "abca"), listOf("y", "ca"))).toEqual([
      ["The first track of each", "x0 y0"],
      ["a by Anna", "x0 y1"],
      ["c by Anna", "x2 y0"],
    ]);
  });

  it("goes nowhere that cannot be played, and leaves alone a stream in which nothing can", () => {
    expect(targetsOf(listOf("x", "Ab"), listOf("y", "ab"))).toEqual([
      ["The first track of each", "x1 y0"],
      ["b by Anna", "x1 y1"],
    ]);
    expect(targetsOf(listOf("x", "A"), listOf("y", "a"))).toEqual([["The first track of each", "y0"]]);
    expect(targetsOf(listOf("x", "A"), listOf("y", ""))).toEqual([]);
  });
});
