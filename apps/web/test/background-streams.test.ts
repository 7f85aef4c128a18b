import { backgroundId, streamId } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { named } from "../src/features/backgrounds/named.ts";
import { activationText, newTurnText, settingsText } from "../src/features/backgrounds/on-air.ts";
import { deletionText, shownBy } from "../src/features/backgrounds/words.ts";

describe("the streams of a background", () => {
  const stream = (title: string, by: "choice" | "default" | "turn", isLive = false, isNow = isLive && by !== "turn") => ({
    ...{ id: streamId.parse("x"), title, isLive, by, isNow },
  });

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

  it("are told which of them are on air while a deletion changes their picture: a turn that is lost does only where it is now", () => {
    expect(deletionText([stream("A", "choice", true), stream("B", "choice")], true)).toMatch(
      / A is live: its picture changes on air as soon as you delete the background\.$/,
    );
    expect(deletionText([stream("A", "choice", true), stream("B", "default", true)], false)).toMatch(
      / A and B are live: their pictures change on air as soon as you delete the background\.$/,
    );
    expect(deletionText([stream("A", "turn", true)], true)).toBe("It no longer takes its turn in A.");
    expect(deletionText([stream("A", "turn", true), stream("B", "turn", true, true)], true)).toBe(
      "It no longer takes its turn in A and B. B is live: its picture changes on air as soon as you delete the background.",
    );
  });
});

describe("what a press changes on air at once", () => {
  /** Live, and with nothing of its own but what is said. */
  const stream = (title: string, own: Partial<Parameters<typeof settingsText>[0][number]> = {}) => ({
    ...{ title, isLive: true, activeBackgroundId: null, autoSwitch: null, transition: null },
    ...own,
  });
  const background = { activeBackgroundId: backgroundId.parse("b") };

  it("is told before a background is made the active one, with those on air that have chosen none", () => {
    expect(activationText("Rain", [stream("Day Desk"), stream("Night Desk", background)])).toBe(
      "Day Desk is live without a background of its own: its picture changes on air as soon as you set “Rain” active.",
    );
    expect(
      activationText(
        "Rain",
        ["A", "B", "C", "D", "E"].map((title) => stream(title)),
      ),
    ).toBe(
      "A, B, C, and 2 more are live without a background of their own: their pictures change on air as soon as you set “Rain” active.",
    );
  });

  it("is told beside the studio's settings, with those on air that lack one of their own", () => {
    const own = { autoSwitch: "never", transition: "fade" } as const;
    expect(settingsText([stream("Day Desk", { autoSwitch: "never" }), stream("Night Desk", own)])).toBe(
      "Day Desk is live and follows these settings: what you choose holds on air as soon as you choose it.",
    );
    expect(settingsText([stream("Day Desk", own)])).toBeNull();
  });

  it("is told beside a new background, with those on air in which all take turns", () => {
    const [own, never] = [stream("Day Desk", { autoSwitch: "every-song" }), stream("Night Desk", { autoSwitch: "never" })];
    expect(newTurnText([own, never, stream("Owl FM")], "never")).toBe(
      "Day Desk is live and shows all backgrounds in turn: a new one has its turn on air, too.",
    );
    expect(newTurnText([own, never, stream("Owl FM")], "5-minutes")).toMatch(/^Day Desk and Owl FM are live and show all/);
  });

  it("is nothing, and nobody is asked, where no stream is live that follows the studio", () => {
    const off = [stream("Day Desk", { isLive: false }), stream("Night Desk", background)];
    expect(activationText("Rain", off)).toBeNull();
    expect([settingsText([]), newTurnText([], "every-song")]).toEqual([null, null]);
    expect(settingsText([stream("Day Desk", { isLive: false })])).toBeNull();
  });
});
