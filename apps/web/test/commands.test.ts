import { describe, expect, test } from "vitest";
import { type Command, fitting } from "../src/features/commands/command.ts";
import { trackWords } from "../src/features/commands/track-words.ts";

const command = (label: string, more: Partial<Command> = {}): Command => ({
  ...{ id: label, label, icon: null, run: () => undefined },
  ...more,
});
const GROUPS = [
  { title: "Actions", entries: [command("Create New Stream", { words: "make add" }), command("Sign Out", { words: "log out" })] },
  { title: "Streams", entries: [command("Harbour Radio", { detail: "On air" }), command("Moth Radio")] },
  {
    title: "What streams can do",
    entries: [command("Stop Harbour Radio", { isMany: true }), command("Start Moth Radio", { isMany: true })],
  },
];
const found = (query: string) => fitting(GROUPS, query).map(({ title, entries }) => [title, ...entries.map(({ label }) => label)]);

describe("what is found", () => {
  test("for nothing typed is everything but what there are many of, in its order", () => {
    expect(found("  ")).toEqual([
      ["Actions", "Create New Stream", "Sign Out"],
      ["Streams", "Harbour Radio", "Moth Radio"],
    ]);
  });

  test.each(["stop harbour", "harbour stop", "STOP HARB", "sto har"])("for %j is what all of its words fit, in whatever order", (query) => {
    expect(found(query)).toEqual([["What streams can do", "Stop Harbour Radio"]]);
  });

  test("stands with the best first, and its group with it", () => {
    expect(found("moth")).toEqual([
      ["Streams", "Moth Radio"],
      ["What streams can do", "Start Moth Radio"],
    ]);
    expect(found("start")[0]).toEqual(["What streams can do", "Start Moth Radio"]);
  });

  test("goes by other words and by what tells it from others, too", () => {
    expect(found("log")).toEqual([["Actions", "Sign Out"]]);
    expect(found("on air")).toEqual([["Streams", "Harbour Radio"]]);
  });

  test("is nothing where letters stand only here and there", () => {
    expect(found("xylophone")).toEqual([]);
    expect(found("stop everything")).toEqual([]);
  });

  test("is found with two letters exchanged, or one left out", () => {
    for (const query of ["stpo harbour", "stp harbour"]) expect(found(query)[0]).toEqual(["What streams can do", "Stop Harbour Radio"]);
  });
});

test("of thousands that fit, as where a disk of music is gone, the best fifty of each group stand in the list", () => {
  const many = Array.from({ length: 24_000 }, (_, index) => command(`Try Moth ${index} again`, { isMany: true }));
  const groups = [
    { title: "Left out", entries: [...many, command("Moth")] },
    { title: "Streams", entries: [command("Moth Radio")] },
  ];
  const [first, other] = fitting(groups, "moth");
  expect([first?.title, first?.entries.length, first?.entries[0]?.label]).toEqual(["Left out", 50, "Moth"]);
  expect(other?.entries).toHaveLength(1);
  expect(fitting(groups, "try 23999").flatMap(({ entries }) => entries[0]?.label)).toEqual(["Try Moth 23999 again"]);
});

test("what shall be done to a track is not part of its title", () => {
  expect(trackWords(" Edit  moth light ")).toEqual({ deed: "edit", search: "moth light" });
  expect(trackWords("delete")).toEqual({ deed: null, search: "delete" });
  expect(trackWords("moth edit")).toEqual({ deed: null, search: "moth edit" });
});
