import { describe, expect, it } from "vitest";
import { heardPlace, pictureOnAir } from "../src/director/air/air.ts";
import { pictureNow } from "../src/director/air/reasons.ts";
import { BARE, RAIN } from "./support/air-answers.ts";
import { AirDesk, PLAN, isFirst } from "./support/air-desk.ts";
import { BAR_SCENE } from "./support/bar.ts";

const updates = (desk: AirDesk) => desk.effects.filter((effect) => effect.do === "answer-update");

describe("a picture that failed", () => {
  it("has the next simpler one rendered, and says what the encoder said", () => {
    const desk = AirDesk.late();
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

  it("over a background that failed too is shown over the plain one, and told as that, also where that background only has its turn", () => {
    const desk = AirDesk.late({ ...PLAN, background: { kind: "default" }, rotation: [RAIN], autoSwitch: "every-song" });
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
      ["wanted", RAIN],
      ["background", RAIN],
      ["plain", RAIN],
    ]);
    expect(desk.air.told[0]?.video.key).toBe("item-b plain");
    desk.write(60_000);
    desk.pass(60_000);
    expect(pictureNow(desk.air)).toEqual({
      level: "background",
      reason: "The background could not be rendered: the plain one is shown. (bad header)",
    });
    const heard = heardPlace(desk.air);
    // A video that stood still would be told as at fault.
    expect(heard && pictureOnAir(heard)?.look?.background).toEqual({ kind: "default" });
  });

  it("is not told as the plain one while another background than that which failed is shown", () => {
    const desk = AirDesk.late();
    desk.take({ is: "bare", bare: BARE });
    desk.cut(1, desk.air.lastChangeId);
    desk.take({ is: "plan", plan: { ...PLAN, background: { kind: "video", file: { path: "/snow", sha256: "snow" } } } });
    desk.see();
    for (const stand of ["failed", "failed", "ready"] as const) desk.pictures(stand, isFirst);
    expect(desk.air.places.flatMap(({ stands }) => (stands.plain?.is === "ready" ? [stands.plain.video.key] : []))).toEqual([
      "item-a plain",
    ]);
    expect(pictureNow(desk.air)).toEqual({ level: "background", reason: "The picture could not be rendered. (bad header)" });
  });

  it("of a plan that was changed leaves what is on air, and is tried again when somebody asks", () => {
    const desk = AirDesk.late();
    desk.pictures("ready", isFirst);
    desk.cut(1, desk.air.lastChangeId);
    desk.take({ is: "plan", plan: { ...PLAN, channelName: "Another" } });
    desk.see();
    const before = desk.shown.length;
    desk.pictures("failed", isFirst);
    expect(desk.shown).toHaveLength(before);
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
    expect(desk.shown.at(-1)).toEqual(["item-a wanted"]);
    desk.cut(1, desk.air.lastChangeId);
    expect(updates(desk)).toEqual([{ do: "answer-update", ticket: 1, update: { isUpdated: true, reason: null } }]);
  });

  it("again, after somebody asked for it, is answered with what the encoder said", () => {
    const desk = AirDesk.late();
    desk.pictures("failed", isFirst);
    desk.take({ is: "update-wanted", ticket: 1 });
    desk.see();
    expect(updates(desk)).toEqual([]);
    desk.pictures("failed", ({ item, level }) => isFirst({ item }) && level === "wanted");
    const reason = "The new picture could not be rendered. The stream continues with the previous one. (bad header)";
    expect(updates(desk)).toEqual([{ do: "answer-update", ticket: 1, update: { isUpdated: false, reason } }]);
  });

  it("in its moving parts alone is answered, too, and so is who waits when the timeline is given up", () => {
    const desk = AirDesk.late({ ...PLAN, scene: BAR_SCENE });
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
    const desk = AirDesk.late();
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
    expect(desk.shown.at(-1)).toEqual(["item-a wanted"]);
  });

  it("is tried again at once when the disk has room, and what the content is at fault for is not", () => {
    const desk = AirDesk.late();
    desk.pictures("failed by the machine", isFirst);
    desk.pictures("failed", ({ item }) => item.title === "Title b");
    desk.take({ is: "room" });
    expect(wanted(desk)).toHaveLength(1);
    expect(desk.wishes("picture").filter(({ item, level }) => item.title === "Title b" && level === "wanted")).toEqual([]);
  });
});
