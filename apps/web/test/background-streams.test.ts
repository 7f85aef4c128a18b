import { streamId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { named } from "../src/features/backgrounds/named.ts";
import { deletionText, shownBy } from "../src/features/backgrounds/words.ts";

describe("the streams of a background", () => {
  const stream = (title: string, by: "choice" | "default" | "turn") => ({ id: streamId.parse("x"), title, isLive: false, by });

  it("are named, the many as a number", () => {
    expect(named(["A", "B", "C", "D", "E"], 3)).toBe("A, B, C, and 2 more");
    expect(shownBy([])).toBeNull();
    expect(shownBy([stream("A", "turn"), stream("B", "choice"), stream("C", "default")])).toBe("Shown by B and C");
    expect(shownBy([stream("A", "turn")])).toBe("Takes turns in A");
  });

  it("are told with what a deletion does to each of them", () => {
    expect(deletionText([], true)).toBeNull();
    expect(deletionText([stream("A", "choice"), stream("B", "turn")], true)).toBe(
      "It is used by A, which will show the active background instead. It no longer takes its turn in B.",
    );
    expect(deletionText([stream("A", "default")], false)).toMatch(/plain default/);
  });

  it("are told that the plain default follows where it is the active one itself, or none is", () => {
    const follows = "will show the plain default instead.";
    expect(deletionText([stream("A", "choice")], false)).toBe(`It is used by A, which ${follows}`);
    const both = deletionText([stream("A", "choice"), stream("B", "default")], false);
    expect(both).toBe(`It is used by A, which ${follows} As the active background it is shown by B, which ${follows}`);
  });
});
