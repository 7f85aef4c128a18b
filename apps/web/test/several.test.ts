import { itemId, OFF_AIR, streamId, trackId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { jumpTargets } from "../src/features/streams/several/jump-targets.ts";
import {
  answerOf,
  concernedBy,
  doneOf,
  failedOf,
  failureOf,
  leftOf,
  namesOf,
  outcomeOf,
  overText,
  summaryOf,
} from "../src/features/streams/several/several.ts";

const named = (title: string) => ({ id: streamId.parse(title), title });
const done = { status: "fulfilled", value: "done" } as const;
const over = { status: "fulfilled", value: "over" } as const;
const TRACK = { id: trackId.parse("moth"), title: "Moth", artist: "Anna", startedAt: "", durationMs: 1000, because: null };
const failed = (message: string) => ({ status: "rejected", reason: new Error(message) }) as const;

describe("several streams at once", () => {
  it("are started where they are off air, and stopped and skipped where they are on air", () => {
    const chosen = [{ isLive: true }, { isLive: false }];
    expect(concernedBy("start", chosen)).toEqual([{ isLive: false }]);
    for (const act of ["stop", "skip", "jump"] as const) expect(concernedBy(act, chosen)).toEqual([{ isLive: true }]);
  });

  it("are stopped once more where a Stop failed and they are on air now, whoever stopped or started them since", () => {
    const outcomes = [
      ...["Moth", "Owl"].map((title) => outcomeOf(named(title), failed("The server did not answer."))),
      outcomeOf(named("Heron"), done),
    ];
    const now = ["Moth", "Owl", "Heron"].map((title) => ({ ...named(title), isLive: title !== "Moth" }));
    expect(leftOf("stop", outcomes, now)).toEqual([{ ...named("Owl"), isLive: true }]);
  });

  it("are told in one notice where nobody can read of each, with the first reason", () => {
    const refused = { stream: named("Owl"), failure: "It has no destination.", isOver: false };
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

  it("are not counted as skipped where the track that was to be left was over when the skip came, and are named for that", () => {
    const outcomes = [outcomeOf(named("Moth"), done), outcomeOf(named("Owl"), over), outcomeOf(named("Heron"), over)];
    expect([summaryOf("skip", outcomes), overText(outcomes)]).toEqual(["1 of 3 streams skipped a track", "Over already: Owl and Heron"]);
    expect([doneOf(outcomes), failedOf(outcomes)]).toEqual([[named("Moth")], []]);
    expect(summaryOf("skip", outcomes.slice(1, 2))).toBe("0 of 1 stream skipped a track");
    expect(overText(outcomes.slice(0, 1))).toBeNull();
  });

  it("have skipped a track where that is heard still, as right after a skip, and where none was named or none is heard", () => {
    const [first, second] = [itemId.parse("first"), itemId.parse("second")];
    const heard = { ...OFF_AIR, track: { ...TRACK, itemId: first } };
    expect(answerOf(first, heard)).toBe("done");
    expect(answerOf(undefined, heard)).toBe("done");
    expect(answerOf(first, OFF_AIR)).toBe("done");
    expect(answerOf(second, heard)).toBe("over");
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
