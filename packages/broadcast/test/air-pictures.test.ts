import type { Plan } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { AIR_EVENTS } from "../src/director/air/event-table.ts";
import { pictureNow } from "../src/director/air/reasons.ts";
import { BARE, unit, viewOf } from "./support/air-answers.ts";
import { AirDesk, ITEMS, PLAN, isFirst } from "./support/air-desk.ts";
import { BAR_SCENE } from "./support/bar.ts";
import { withStats } from "./support/stats-scene.ts";

/** What things look like, with what was shown of them before: that is cached. */
function seeAgain(desk: AirDesk): void {
  for (const { id, plan: now, item, earlierKeys } of desk.wishes("view")) {
    const [earlier] = earlierKeys;
    desk.take({ is: "view", wish: id, view: viewOf(now, item), earlier: earlier ? unit(earlier) : null });
  }
}

describe("a picture that is late", () => {
  it("makes no work: nothing simpler is asked for, however late it is", () => {
    const desk = AirDesk.late();
    desk.pass(50_000);
    expect(new Set(desk.wishes("picture").map(({ level }) => level))).toEqual(new Set(["wanted"]));
    expect(desk.effects.some((effect) => effect.do === "drop" && effect.wish.startsWith("picture"))).toBe(false);
    expect(pictureNow(desk.air)).toEqual({ level: "slate", reason: "The picture is still being rendered." });
  });

  it("is shown within the track as soon as it is there, and until then the best that costs nothing", () => {
    const desk = AirDesk.late();
    desk.take({ is: "bare", bare: BARE });
    expect(desk.shown).toEqual([["bare rain"]]);
    desk.pictures("ready", isFirst);
    expect(desk.shown).toEqual([["bare rain"], ["item-a wanted"]]);
    const id = desk.effects.findLast((effect) => effect.do === "show")?.changes[0]?.id ?? 0;
    desk.cut(1, id);
    expect(pictureNow(desk.air)).toEqual({ level: "wanted", reason: null });
  });

  it("of a stream that lacks it is due before every picture of a track that is to come", () => {
    const desk = AirDesk.late();
    desk.see();
    const dues = desk.wishes("picture").map(({ item, dueAtMs }) => [item.title, dueAtMs]);
    expect(dues).toEqual([
      ["Title a", 0],
      ["Title b", 56_000],
      ["Title c", 116_000],
    ]);
  });
});

it("a picture that waits to go over is cut to where the plan takes the transition away, and what it replaced is watched no more", () => {
  const desk = AirDesk.late();
  const [wish] = desk.wishes("picture").filter(isFirst);
  desk.take({ is: "picture", wish: wish?.id ?? "", stand: { is: "ready", video: unit("growing", false) } });
  desk.take({ is: "plan", plan: { ...PLAN, scene: BAR_SCENE, background: { kind: "default" }, transition: "fade" } });
  desk.see();
  expect(desk.effects).toContainEqual({ do: "watch", growing: { videoKey: "growing", onAirAtMs: 0 } });
  desk.pictures("ready", ({ item, level }) => isFirst({ item }) && level === "still-scene");
  expect(desk.wishes("going-over").map(({ video }) => video.key)).toEqual(["item-a still-scene"]);
  const effects = desk.take({ is: "plan", plan: { ...desk.air.plan, transition: "instant" } });
  expect(desk.shown.at(-1)).toEqual(["item-a still-scene"]);
  expect(effects).toContainEqual({ do: "watch", growing: null });
  expect(effects.map((effect) => effect.do).filter((kind) => !AIR_EVENTS.plan.may.includes(kind))).toEqual([]);
});

describe("a moving picture that is left half rendered", () => {
  const leftBy = (changes: Partial<Plan>, scene = BAR_SCENE) => {
    const desk = AirDesk.late({ ...PLAN, scene });
    desk.hearAll();
    desk.pictures("rendering");
    const left = wantedOf(desk, "Title b");
    if (!left) throw new Error("it is being rendered");
    // What a push of the plan is made of is never the same object as before.
    desk.take({ is: "plan", plan: structuredClone({ ...desk.air.plan, ...changes }) });
    desk.see();
    desk.take({ is: "jump", itemId: "item-c" });
    return desk.effects.find((effect) => effect.do === "drop" && effect.wish === left.id);
  };
  const wantedOf = (desk: AirDesk, title: string) =>
    desk.wishes("picture").find(({ item, level }) => item.title === title && level === "wanted");

  it("is needed in the next round, however often the plan was told since", () => {
    expect(leftBy({})).toMatchObject({ isNeededLater: true });
  });

  it("is where the plan changed in what no picture shows of its track", () => {
    const edited = ITEMS.map((item) => ({ ...item, isGapless: true, isrcCode: "ISRC" }));
    expect(leftBy({ items: edited })).toMatchObject({ isNeededLater: true });
    expect(leftBy({ stats: { viewerCount: 5 } })).toMatchObject({ isNeededLater: true });
  });

  it("is not where something else is to be drawn by then", () => {
    expect(leftBy({ channelName: "Another" })).toMatchObject({ isNeededLater: false });
    expect(leftBy({ background: { kind: "default" } })).toMatchObject({ isNeededLater: false });
    expect(leftBy({ stats: { viewerCount: 5 } }, withStats(BAR_SCENE))).toMatchObject({ isNeededLater: false });
  });

  it("is judged anew with every plan", () => {
    const edited = { ...PLAN, channelName: "Another" };
    expect(AirDesk.late().take({ is: "plan", plan: edited })).toContainEqual({ do: "keep-later", plan: edited });
  });
});

describe("another track's title", () => {
  it("is never shown: a picture stands in only where its words are true of what sounds", () => {
    const desk = AirDesk.late();
    desk.pictures("ready");
    const renamed = ITEMS.map((item) => (item.title === "Title b" ? { ...item, title: "Title B" } : item));
    desk.take({ is: "plan", plan: { ...PLAN, items: renamed, background: { kind: "default" } } });
    for (const wish of desk.wishes("view")) {
      const [earlier] = wish.earlierKeys;
      const view = {
        look: { hash: `${wish.item.title} plain`, background: wish.plan.background },
        truth: wish.item.title,
        isMoving: false,
      };
      desk.take({ is: "view", wish: wish.id, view, earlier: earlier ? unit(earlier) : null });
    }
    const next = desk.air.places.find(({ label }) => label.title === "Title B");
    // Its own picture of before says another title, and so does every other track's.
    expect(next?.given?.rung).toBe("slate");
  });
});

describe("an edit while nothing can be rendered", () => {
  it("leaves the tracks that follow their own pictures of before, as long as what these say is true, and tells that they are not the wanted ones", () => {
    const desk = AirDesk.late();
    desk.bringAll();
    desk.take({ is: "plan", plan: { ...PLAN, background: { kind: "default" } } });
    seeAgain(desk);
    desk.pictures("rendering");
    expect(desk.air.told.map(({ video }) => video.key)).toEqual(["item-b wanted", "item-c wanted"]);
    desk.write(60_000);
    desk.pass(60_000);
    expect(pictureNow(desk.air)).toEqual({ level: "wanted", reason: "The changed picture is still being rendered." });
  });

  it("of a scene that moves leaves them their still scenes, and no bare background", () => {
    const desk = AirDesk.late({ ...PLAN, scene: BAR_SCENE });
    desk.take({ is: "bare", bare: new Map([["default", unit("bare default")]]) });
    desk.bringAll();
    desk.take({ is: "plan", plan: { ...desk.air.plan, background: { kind: "default" } } });
    seeAgain(desk);
    desk.pictures("rendering");
    expect(desk.air.told.map(({ video }) => video.key)).toEqual(["item-b still-scene", "item-c still-scene"]);
    desk.write(60_000);
    desk.pass(60_000);
    expect(pictureNow(desk.air)).toEqual({ level: "wanted", reason: "The changed picture is still being rendered." });
    desk.pictures("ready", ({ item, level }) => item.title === "Title b" && level === "still-scene");
    expect(desk.shown.at(-1)).toEqual(["item-b still-scene"]);
  });
});

describe("a scene that moves", () => {
  it("has its still scene asked for first, which is shown until what moves is far enough ahead, and then it goes on where the sound is", () => {
    const desk = AirDesk.late({ ...PLAN, scene: BAR_SCENE });
    expect(
      desk
        .wishes("picture")
        .filter(isFirst)
        .map(({ level, isMoving }) => [level, isMoving]),
    ).toEqual([
      ["still-scene", false],
      ["wanted", true],
    ]);
    desk.pictures("ready", ({ item, level }) => item.title === "Title a" && level === "still-scene");
    expect(desk.shown).toEqual([["item-a still-scene"]]);
    desk.pictures("ready", ({ item, level }) => item.title === "Title a" && level === "wanted");
    expect(desk.shown).toHaveLength(1);
    const [entry] = desk.wishes("entry");
    if (!entry) throw new Error("it is to be entered");
    desk.take({ is: "entry", wish: entry.id, entry: { video: entry.video, fromFrame: 100, entry: { offset: 5, frame: 60 } } });
    expect(desk.shown.at(-1)).toEqual(["item-a wanted"]);
  });
});

describe("an edit of a scene that moves", () => {
  it("shows its still scene for the track on air, and moves with the next", () => {
    const desk = AirDesk.late({ ...PLAN, scene: BAR_SCENE });
    desk.see();
    desk.pictures("ready");
    const [bar] = BAR_SCENE.elements;
    if (!bar) throw new Error("there is a bar");
    desk.take({ is: "plan", plan: { ...PLAN, scene: { elements: [...BAR_SCENE.elements, { ...bar, yPosition: 10 }] } } });
    desk.see();
    const levels = (title: string) => desk.wishes("picture").flatMap(({ item, level }) => (item.title === title ? [level] : []));
    expect([levels("Title a"), levels("Title b")]).toEqual([["still-scene"], ["still-scene", "wanted"]]);
  });
});

describe("an answer", () => {
  it("to a wish that is none any more changes nothing", () => {
    const desk = AirDesk.late();
    const [wish] = desk.wishes("picture");
    desk.take({ is: "given-up" });
    const before = desk.air;
    expect(desk.take({ is: "picture", wish: wish?.id ?? "", stand: { is: "ready", video: unit("late") } })).toEqual([]);
    expect(desk.air).toBe(before);
  });
});
