import { describe, expect, it } from "vitest";
import { pictureNow } from "../src/director/air/reasons.ts";
import { AirDesk } from "./support/air-desk.ts";
import { unit, viewOf } from "./support/air-answers.ts";
import { BAR_SCENE } from "./support/bar.ts";
import { planItem, testPlan } from "./support/engine.ts";
import { withStats } from "./support/stats-scene.ts";

const items = ["a", "b", "c"].map((id) => planItem(id, { path: `/m/${id}`, sha256: id }, 60_000));
const rain = { kind: "video", file: { path: "/rain", sha256: "rain" } } as const;
const plan = testPlan(items, "rtmp://unused/live", "unused", { background: rain });
const bare = new Map([["rain", unit("bare rain")]]);
const isFirst = ({ item }: { item: { title: string } }) => item.title === "Title a";

const late = (changes: Partial<typeof plan> = {}) => AirDesk.late({ ...plan, ...changes });

const shows = (desk: AirDesk) =>
  desk.effects.flatMap((effect) => (effect.do === "show" ? [effect.changes.map(({ video }) => video.key)] : []));

/** What things look like, with what was shown of them before: that is cached. */
function seeAgain(desk: AirDesk): void {
  for (const { id, plan: now, item, earlierKeys } of desk.wishes("view")) {
    const [earlier] = earlierKeys;
    desk.take({ is: "view", wish: id, view: viewOf(now, item), earlier: earlier ? unit(earlier) : null });
  }
}

const updates = (desk: AirDesk) => desk.effects.filter((effect) => effect.do === "answer-update");

describe("a picture that is late", () => {
  it("makes no work: nothing simpler is asked for, however late it is", () => {
    const desk = late();
    desk.pass(50_000);
    expect(new Set(desk.wishes("picture").map(({ level }) => level))).toEqual(new Set(["wanted"]));
    expect(desk.effects.some((effect) => effect.do === "drop" && effect.wish.startsWith("picture"))).toBe(false);
    expect(pictureNow(desk.air)).toEqual({ level: "slate", reason: "The picture is still being rendered." });
  });

  it("is shown within the track as soon as it is there, and until then the best that costs nothing", () => {
    const desk = late();
    desk.take({ is: "bare", bare });
    expect(shows(desk)).toEqual([["bare rain"]]);
    desk.pictures("ready", isFirst);
    expect(shows(desk)).toEqual([["bare rain"], ["item-a wanted"]]);
    const id = desk.effects.findLast((effect) => effect.do === "show")?.changes[0]?.id ?? 0;
    desk.cut(1, id);
    expect(pictureNow(desk.air)).toEqual({ level: "wanted", reason: null });
  });

  it("of a stream that lacks it is due before every picture of a track that is to come", () => {
    const desk = late();
    desk.see();
    const dues = desk.wishes("picture").map(({ item, dueAtMs }) => [item.title, dueAtMs]);
    expect(dues).toEqual([
      ["Title a", 0],
      ["Title b", 56_000],
      ["Title c", 116_000],
    ]);
  });
});

describe("a picture that failed", () => {
  it("has the next simpler one rendered, and says what the encoder said", () => {
    const desk = late();
    desk.pictures("failed", isFirst);
    expect(
      desk
        .wishes("picture")
        .filter(isFirst)
        .map(({ level }) => level),
    ).toEqual(["background"]);
    desk.pictures("ready", ({ level }) => level === "background");
    desk.cut(1, desk.air.lastChangeId);
    expect(pictureNow(desk.air)).toEqual({
      level: "background",
      reason: "The overlay could not be rendered: the background is shown alone. (bad header)",
    });
  });

  it("over a background that failed too is shown over the plain one, also where that background only has its turn", () => {
    const desk = late({ background: { kind: "default" }, rotation: [rain], autoSwitch: "every-song" });
    const isSecond = ({ item }: { item: { title: string } }) => item.title === "Title b";
    desk.see();
    desk.hearAll();
    desk.pictures("rendering");
    const asked = [];
    for (const stand of ["failed", "failed", "ready"] as const) {
      asked.push(...desk.wishes("picture").filter(isSecond));
      desk.pictures(stand, isSecond);
    }
    expect(asked.map(({ level, plan: { background } }) => [level, background])).toEqual([
      ["wanted", rain],
      ["background", rain],
      ["plain", rain],
    ]);
    expect(desk.air.told[0]?.video.key).toBe("item-b plain");
    desk.write(60_000);
    desk.pass(60_000);
    expect(pictureNow(desk.air)).toEqual({
      level: "background",
      reason: "The background could not be rendered: the plain one is shown. (bad header)",
    });
  });

  it("is not told as the plain one while another background than that which failed is shown", () => {
    const desk = late();
    desk.take({ is: "bare", bare });
    desk.cut(1, desk.air.lastChangeId);
    desk.take({ is: "plan", plan: { ...desk.air.plan, background: { kind: "video", file: { path: "/city", sha256: "city" } } } });
    desk.see();
    for (const stand of ["failed", "failed", "ready"] as const) desk.pictures(stand, isFirst);
    expect(desk.air.places.flatMap(({ stands }) => (stands.plain?.is === "ready" ? [stands.plain.video.key] : []))).toEqual([
      "item-a plain",
    ]);
    expect(pictureNow(desk.air)).toEqual({ level: "background", reason: "The picture could not be rendered. (bad header)" });
  });

  it("of a plan that was changed leaves what is on air, and is tried again when somebody asks", () => {
    const desk = late();
    desk.pictures("ready", isFirst);
    desk.cut(1, desk.air.lastChangeId);
    desk.take({ is: "plan", plan: { ...plan, channelName: "Another" } });
    desk.see();
    const before = shows(desk).length;
    desk.pictures("failed", isFirst);
    expect(shows(desk)).toHaveLength(before);
    expect(pictureNow(desk.air).reason).toBe(
      "The new picture could not be rendered. The stream continues with the previous one. (bad header)",
    );
    const asked = () => desk.effects.filter((effect) => effect.do === "ask" && effect.wish.wants === "picture" && isFirst(effect.wish));
    const askedBefore = asked().length;
    desk.take({ is: "update-wanted", ticket: 1 });
    // Looked up it looks the same: it is rendered again all the same.
    desk.see();
    expect(asked()).toHaveLength(askedBefore + 1);
    desk.pictures("ready", isFirst);
    expect(shows(desk).at(-1)).toEqual(["item-a wanted"]);
    desk.cut(1, desk.air.lastChangeId);
    expect(updates(desk)).toEqual([{ do: "answer-update", ticket: 1, update: { isUpdated: true, reason: null } }]);
  });

  it("again, after somebody asked for it, is answered with what the encoder said", () => {
    const desk = late();
    desk.pictures("failed", isFirst);
    desk.take({ is: "update-wanted", ticket: 1 });
    desk.see();
    expect(updates(desk)).toEqual([]);
    desk.pictures("failed", ({ item, level }) => isFirst({ item }) && level === "wanted");
    const reason = "The new picture could not be rendered. The stream continues with the previous one. (bad header)";
    expect(updates(desk)).toEqual([{ do: "answer-update", ticket: 1, update: { isUpdated: false, reason } }]);
  });

  it("in its moving parts alone is answered, too, and so is who waits when the timeline is given up", () => {
    const desk = late({ scene: BAR_SCENE });
    desk.take({ is: "update-wanted", ticket: 1 });
    desk.see();
    desk.pictures("ready", ({ item, level }) => isFirst({ item }) && level === "still-scene");
    desk.pictures("failed", ({ item, level }) => isFirst({ item }) && level === "wanted");
    const reason = "The picture with its moving parts could not be rendered. (bad header)";
    expect(updates(desk)).toEqual([{ do: "answer-update", ticket: 1, update: { isUpdated: false, reason } }]);
    desk.take({ is: "update-wanted", ticket: 2 });
    desk.see();
    desk.take({ is: "given-up" });
    desk.pass(desk.nowMs + 60_000);
    expect(updates(desk).at(-1)).toMatchObject({ ticket: 2, update: { isUpdated: false } });
  });
});

describe("a picture that the machine failed to make", () => {
  const wanted = (desk: AirDesk) => desk.wishes("picture").filter((wish) => isFirst(wish) && wish.level === "wanted");

  it("is tried again by itself, each time later, for at most a minute", () => {
    const desk = late();
    const pauses = [5000, 10_000, 20_000];
    for (const pauseMs of pauses) {
      desk.pictures("failed by the machine", isFirst);
      expect(wanted(desk)).toEqual([]);
      const failedAtMs = desk.nowMs;
      desk.pass(failedAtMs + pauseMs - 1);
      expect(wanted(desk)).toEqual([]);
      desk.pass(failedAtMs + pauseMs);
      expect(wanted(desk)).toHaveLength(1);
    }
    desk.pictures("ready", isFirst);
    expect(shows(desk).at(-1)).toEqual(["item-a wanted"]);
  });

  it("is tried again at once when the disk has room, and what the content is at fault for is not", () => {
    const desk = late();
    desk.pictures("failed by the machine", isFirst);
    desk.pictures("failed", ({ item }) => item.title === "Title b");
    desk.take({ is: "room" });
    expect(wanted(desk)).toHaveLength(1);
    expect(desk.wishes("picture").filter(({ item, level }) => item.title === "Title b" && level === "wanted")).toEqual([]);
  });
});

describe("a moving picture that is left half rendered", () => {
  const leftBy = (changes: Partial<typeof plan>, scene = BAR_SCENE) => {
    const desk = late({ scene });
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
    const edited = items.map((item) => ({ ...item, isGapless: true, isrcCode: "ISRC" }));
    expect(leftBy({ items: edited })).toMatchObject({ isNeededLater: true });
    expect(leftBy({ stats: { viewerCount: 5 } })).toMatchObject({ isNeededLater: true });
  });

  it("is not where something else is to be drawn by then", () => {
    expect(leftBy({ channelName: "Another" })).toMatchObject({ isNeededLater: false });
    expect(leftBy({ background: { kind: "default" } })).toMatchObject({ isNeededLater: false });
    expect(leftBy({ stats: { viewerCount: 5 } }, withStats(BAR_SCENE))).toMatchObject({ isNeededLater: false });
  });

  it("is judged anew with every plan", () => {
    const edited = { ...plan, channelName: "Another" };
    expect(late().take({ is: "plan", plan: edited })).toContainEqual({ do: "keep-later", plan: edited });
  });
});

describe("another track's title", () => {
  it("is never shown: a picture stands in only where its words are true of what sounds", () => {
    const desk = late();
    desk.pictures("ready");
    const renamed = items.map((item) => (item.title === "Title b" ? { ...item, title: "Title B" } : item));
    desk.take({ is: "plan", plan: { ...plan, items: renamed, background: { kind: "default" } } });
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
    const desk = late();
    desk.see();
    desk.hearAll();
    desk.pictures("ready");
    desk.take({ is: "plan", plan: { ...plan, background: { kind: "default" } } });
    seeAgain(desk);
    desk.pictures("rendering");
    expect(desk.air.told.map(({ video }) => video.key)).toEqual(["item-b wanted", "item-c wanted"]);
    desk.write(60_000);
    desk.pass(60_000);
    expect(pictureNow(desk.air)).toEqual({ level: "wanted", reason: "The changed picture is still being rendered." });
  });

  it("of a scene that moves leaves them their still scenes, and no bare background", () => {
    const desk = late({ scene: BAR_SCENE });
    desk.take({ is: "bare", bare: new Map([["default", unit("bare default")]]) });
    desk.see();
    desk.hearAll();
    desk.pictures("ready");
    desk.take({ is: "plan", plan: { ...desk.air.plan, background: { kind: "default" } } });
    seeAgain(desk);
    desk.pictures("rendering");
    expect(desk.air.told.map(({ video }) => video.key)).toEqual(["item-b still-scene", "item-c still-scene"]);
    desk.write(60_000);
    desk.pass(60_000);
    expect(pictureNow(desk.air)).toEqual({ level: "wanted", reason: "The changed picture is still being rendered." });
    desk.pictures("ready", ({ item, level }) => item.title === "Title b" && level === "still-scene");
    expect(shows(desk).at(-1)).toEqual(["item-b still-scene"]);
  });
});

describe("a scene that moves", () => {
  it("has its still scene asked for first, which is shown until what moves is far enough ahead, and then it goes on where the sound is", () => {
    const desk = late({ scene: BAR_SCENE });
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
    expect(shows(desk)).toEqual([["item-a still-scene"]]);
    desk.pictures("ready", ({ item, level }) => item.title === "Title a" && level === "wanted");
    expect(shows(desk)).toHaveLength(1);
    const [entry] = desk.wishes("entry");
    if (!entry) throw new Error("it is to be entered");
    desk.take({ is: "entry", wish: entry.id, entry: { video: entry.video, fromFrame: 100, entry: { offset: 5, frame: 60 } } });
    expect(shows(desk).at(-1)).toEqual(["item-a wanted"]);
  });
});

describe("an edit of a scene that moves", () => {
  it("shows its still scene for the track on air, and moves with the next", () => {
    const desk = late({ scene: BAR_SCENE });
    desk.see();
    desk.pictures("ready");
    const [bar] = BAR_SCENE.elements;
    if (!bar) throw new Error("there is a bar");
    desk.take({ is: "plan", plan: { ...plan, scene: { elements: [...BAR_SCENE.elements, { ...bar, yPosition: 10 }] } } });
    desk.see();
    const levels = (title: string) => desk.wishes("picture").flatMap(({ item, level }) => (item.title === title ? [level] : []));
    expect([levels("Title a"), levels("Title b")]).toEqual([["still-scene"], ["still-scene", "wanted"]]);
  });
});

describe("an answer", () => {
  it("to a wish that is none any more changes nothing", () => {
    const desk = late();
    const [wish] = desk.wishes("picture");
    desk.take({ is: "given-up" });
    const before = desk.air;
    expect(desk.take({ is: "picture", wish: wish?.id ?? "", stand: { is: "ready", video: unit("late") } })).toEqual([]);
    expect(desk.air).toBe(before);
  });
});
