import type { Plan } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { heardPlace } from "../src/director/air/air.ts";
import { pictureNow, slateReason } from "../src/director/air/reasons.ts";
import { countOf } from "../src/director/choose/played.ts";
import { NEW_PROGRAMME, itemAired } from "../src/director/choose/programme.ts";
import { backgroundAt } from "../src/director/choose/rotation.ts";
import { BACKGROUNDS, BARE, RAIN, unit } from "./support/air-answers.ts";
import { AirDesk, ITEMS, PLAN } from "./support/air-desk.ts";

describe("Start", () => {
  it("waits for no render: the slate is on air after a moment, over the bare background where that is there, and says why", () => {
    const desk = new AirDesk(PLAN);
    desk.take({ is: "bare", bare: BARE });
    desk.begin();
    desk.see();
    desk.pictures("rendering");
    expect(desk.line).toBe("");
    desk.take({ is: "sound-rendering", wish: desk.wishes("sound")[0]?.id ?? "" });
    desk.pass(500);
    expect(desk.line).toBe("S");
    expect(desk.air.told[0]?.video.key).toBe("bare rain");
    desk.write(600);
    desk.pass(700);
    expect([heardPlace(desk.air)?.isSlate, slateReason(desk.air)]).toEqual([true, "The first track is being prepared."]);
    desk.hearAll();
    expect(desk.line).toBe("ab");
    expect(desk.wishes("picture").map(({ level }) => level)).toEqual(["wanted", "wanted"]);
  });

  it("hears a sound that had to be rendered as soon as it can be read, whether or not it is known yet which pictures are cached", () => {
    const desk = new AirDesk(PLAN);
    desk.begin();
    desk.see();
    desk.take({ is: "sound-rendering", wish: desk.wishes("sound")[0]?.id ?? "" });
    desk.pass(500);
    desk.write(600);
    desk.hearAll();
    expect(desk.wishes("picture")).not.toEqual([]);
    expect(desk.line).toBe("a");
  });

  it("tells of each slate that airs, also of one that was lined up while another was to be left out and began", () => {
    const desk = AirDesk.silent(PLAN, "ready");
    const [first] = desk.air.told;
    desk.hearAll();
    desk.take({ is: "plan", plan: { ...PLAN, items: [] } });
    const [second] = desk.air.told;
    expect([first?.isSlate, second?.isSlate, first?.serial === second?.serial]).toEqual([true, true, false]);
    if (!first || !second) throw new Error("both were lined up");
    desk.take({ is: "written", segment: first, onAirAtMs: 600 });
    desk.pass(700);
    desk.take({ is: "written", segment: second, onAirAtMs: 4000 });
    desk.pass(4100);
    const told = desk.effects.flatMap((effect) => (effect.do === "announce" ? [effect.serial] : []));
    expect(told).toEqual([first.serial, second.serial]);
  });

  it("knows what began though it was to be left out, also where that is told after a long pause of the machine", () => {
    const desk = AirDesk.silent(PLAN, "ready");
    const [slate] = desk.air.told;
    if (!slate) throw new Error("it is lined up");
    desk.hearAll();
    desk.nowMs = 30_000;
    desk.take({ is: "clock" });
    desk.take({ is: "written", segment: slate, onAirAtMs: 600 });
    expect(heardPlace(desk.air)?.isSlate).toBe(true);
  });

  it("of what is in the cache airs the track with its own picture first, and no slate", () => {
    const desk = new AirDesk(PLAN);
    desk.begin();
    desk.see();
    desk.hearAll();
    desk.pass(500);
    expect(desk.line).toBe("");
    desk.pictures("ready");
    expect(desk.line).toBe("ab");
    expect(desk.air.told[0]?.label.picture).toEqual({ level: "wanted", reason: null });
  });

  it("anew, in another profile, shows nothing that was shown before: those pictures have other headers", () => {
    const desk = new AirDesk(PLAN);
    desk.beginWhole();
    desk.write(0);
    expect(desk.air.remembered.size).toBeGreaterThan(0);
    desk.take({ is: "given-up" });
    desk.take({ is: "plan", plan: { ...PLAN, profileId: "720p60" } });
    desk.begin();
    expect(desk.wishes("view").map(({ earlierKeys }) => earlierKeys)).toEqual([[], []]);
  });

  it("goes on behind what the session has played last, after a reboot as after a change of profile", () => {
    const [, second] = ITEMS;
    if (!second) throw new Error("there are three");
    const { programme } = itemAired(NEW_PROGRAMME, 7, second);
    const desk = new AirDesk(PLAN, programme);
    desk.beginWhole();
    expect(desk.line).toBe("ca");
    desk.write(0);
    desk.take({ is: "given-up" });
    desk.beginWhole();
    expect(desk.line).toBe("ab");
  });

  it("that begins a session's timeline anew takes no track for one that was told before: plays count on, and backgrounds take turns", () => {
    const plan: Plan = { ...PLAN, items: ITEMS.slice(0, 1), rotation: [RAIN, ...BACKGROUNDS.slice(0, 1)], autoSwitch: "every-song" };
    const before = new AirDesk(plan);
    before.beginWhole();
    before.write(0);
    const { programme, rotation } = before.air;
    expect([countOf(programme.played), backgroundAt(rotation, plan, 0)]).toEqual([1, RAIN]);
    const anew = new AirDesk(plan, { played: programme.played, promised: [] }, rotation);
    anew.beginWhole();
    anew.write(0);
    expect([countOf(anew.air.programme.played), backgroundAt(anew.air.rotation, plan, 0)]).toEqual([2, BACKGROUNDS[0]]);
  });
});

describe("what is heard", () => {
  it("changes with the event and never with who asks: a clock that rings early changes nothing, and rings again", () => {
    const desk = new AirDesk(PLAN);
    desk.beginWhole();
    desk.write(2750);
    desk.nowMs = 2749;
    expect(desk.take({ is: "clock" })).toEqual([]);
    expect(heardPlace(desk.air)).toBeNull();
    desk.nowMs = 2750;
    expect(desk.take({ is: "clock" }).map((effect) => effect.do)).toEqual(["announce", "tell"]);
    expect(heardPlace(desk.air)?.label.title).toBe("Title a");
  });

  it("is the slate as soon as the list is empty, and the track again as soon as that sounds", () => {
    const desk = new AirDesk(PLAN);
    desk.beginWhole();
    desk.write(0);
    desk.pass(10);
    desk.take({ is: "plan", plan: { ...PLAN, items: [] } });
    expect(desk.line).toBe("S");
    desk.write(60_000);
    desk.pass(60_001);
    expect(slateReason(desk.air)).toBe("No track in the tracklist can be played.");
    desk.take({ is: "plan", plan: PLAN });
    desk.bringAll();
    desk.write(70_000);
    desk.pass(70_001);
    expect([heardPlace(desk.air)?.label.title, pictureNow(desk.air).level]).toEqual(["Title b", "wanted"]);
  });
});

describe("a next track that is late", () => {
  it("gives way to the slate before what sounds is written to its end, and comes as soon as it can be heard", () => {
    const desk = new AirDesk(PLAN);
    desk.begin();
    desk.see();
    desk.pictures("ready");
    const [first] = desk.wishes("sound");
    desk.take({ is: "sound", wish: first?.id ?? "", audio: unit("a"), phase: null, fadeIn: null });
    desk.write(0);
    desk.pass(55_000);
    expect(desk.air.told).toEqual([]);
    desk.pass(56_000);
    expect(desk.line).toBe("S");
    desk.write(60_000);
    desk.pass(60_010);
    expect(slateReason(desk.air)).toBe("The next track is still being prepared.");
    desk.hearAll();
    desk.see();
    desk.pictures("rendering");
    expect(desk.line).toBe("bc");
  });

  it("goes on air under whatever picture there is, when only that is not known", () => {
    const desk = new AirDesk(PLAN);
    desk.begin();
    const [first] = desk.wishes("view");
    desk.see();
    expect(first?.item.title).toBe("Title a");
    desk.hearAll();
    desk.pictures("ready", ({ item }) => item.title === "Title a");
    desk.write(0);
    desk.pass(56_000);
    expect(desk.line).toBe("b");
    expect(desk.air.told[0]?.video.key).toBe("slate");
  });
});

describe("an item that is asked for while the slate airs", () => {
  it.each(["jump", "skip"] as const)("is on air as soon as it is there, by a %s: the slate is left without a cut", (act) => {
    const desk = AirDesk.silent(PLAN, "ready");
    desk.write(0);
    desk.pass(10);
    desk.take(act === "jump" ? { is: "jump", itemId: "item-b" } : { is: "skip" });
    desk.see();
    desk.pictures("ready");
    desk.hearAll();
    expect(desk.wishes("cut")).toEqual([]);
    expect(desk.line[0]).toBe(act === "jump" ? "b" : "a");
  });
});
