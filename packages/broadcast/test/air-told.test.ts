import type { Plan, PlanItem } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { comingPlaces, heardPlace } from "../src/director/air/air.ts";
import { beginOf, nextDueAtMs } from "../src/director/air/choosing.ts";
import { pictureNow } from "../src/director/air/reasons.ts";
import { NO_PHASE, type Phase } from "../src/render/phase.ts";
import { unit } from "./support/air-answers.ts";
import { AirDesk } from "./support/air-desk.ts";
import { planItem, testPlan } from "./support/engine.ts";

const items = ["a", "b"].map((id) => planItem(id, { path: `/m/${id}`, sha256: id }, 60_000));
const plan = testPlan(items, "rtmp://unused/live", "unused");
const WANTED = { level: "wanted", reason: null };
const SOON = { level: "slate", reason: "The picture is ready, and on air in a moment." };

const late = () => AirDesk.late(plan);

/** The same with its own picture. */
function whole(): AirDesk {
  const desk = late();
  desk.pictures("ready");
  desk.cut(1, desk.air.lastChangeId);
  return desk;
}

const newest = (desk: AirDesk) => desk.effects.findLast((effect) => effect.do === "show")?.changes[0]?.id ?? 0;
const changed = { ...plan, channelName: "Another" };

describe("what follows", () => {
  /** On air since 0, the second is queued. */
  const begins = (changes: Partial<Plan>, second: Partial<PlanItem> = {}, phase: Phase | null = NO_PHASE) => {
    const [first, next] = items;
    if (!first || !next) throw new Error("of the list above");
    const desk = AirDesk.late({ ...plan, ...changes, items: [first, { ...next, ...second }] });
    const places = desk.air.places.map((place) => ({ ...place, sound: place.sound && { ...place.sound, phase } }));
    const [place] = comingPlaces({ places });
    return [place && beginOf({ ...desk.air, places }, place), nextDueAtMs({ ...desk.air, places })];
  };

  it("begins within the crossfade, of a short track as much as fits, and without one where it goes on from what sounds", () => {
    expect(begins({ crossfadeMs: 6000 })).toEqual([54_000, 50_000]);
    expect(begins({ crossfadeMs: 6000 }, { isGapless: true })).toEqual([60_000, 56_000]);
    // Their files are of different kinds.
    expect(begins({ crossfadeMs: 6000 }, { isGapless: true }, null)).toEqual([54_000, 50_000]);
    expect(begins({ crossfadeMs: 12_000 }, { durationMs: 7400 })).toEqual([57_000, 53_000]);
  });
});

describe("what is told of the picture", () => {
  it("is what is on air: another one is written ahead of its time, and told at that", () => {
    const desk = late();
    desk.pictures("ready");
    desk.cut(1, newest(desk), 2760);
    expect(pictureNow(desk.air)).toEqual(SOON);
    desk.pass(2759);
    expect(pictureNow(desk.air)).toEqual(SOON);
    desk.nowMs = 2760;
    expect(desk.take({ is: "clock" })).toEqual([{ do: "tell" }]);
    expect(pictureNow(desk.air)).toEqual(WANTED);
  });

  it("of a track is what it begins with, though another one is written by the time it is heard", () => {
    const desk = new AirDesk(plan);
    desk.beginLate();
    desk.write(2750);
    desk.pictures("ready");
    desk.cut(1, newest(desk), 3600);
    desk.pass(2750);
    expect(pictureNow(desk.air)).toEqual(SOON);
    desk.pass(3600);
    expect(pictureNow(desk.air)).toEqual(WANTED);
  });

  it("is no wanted one while the changed picture is made, lined up and written, but from when that is on air", () => {
    const desk = whole();
    expect(pictureNow(desk.air)).toEqual(WANTED);
    desk.take({ is: "plan", plan: changed });
    desk.see();
    expect(pictureNow(desk.air)).toEqual({ level: "wanted", reason: "The changed picture is still being rendered." });
    desk.pictures("ready");
    const soon = { level: "wanted", reason: "The changed picture is ready, and on air in a moment." };
    expect(pictureNow(desk.air)).toEqual(soon);
    desk.cut(1, newest(desk), 3000);
    expect(pictureNow(desk.air)).toEqual(soon);
    desk.pass(3000);
    expect(pictureNow(desk.air)).toEqual(WANTED);
  });

  it("is also one that the thread had cut to before it heard of another in its place", () => {
    const desk = late();
    desk.take({ is: "bare", bare: new Map([["default", unit("bare default")]]) });
    const bareId = newest(desk);
    desk.pictures("ready");
    expect(newest(desk)).toBeGreaterThan(bareId);
    desk.cut(1, bareId, 500);
    desk.cut(1, newest(desk), 1750);
    desk.pass(600);
    expect(pictureNow(desk.air).level).toBe("background");
    desk.pass(1750);
    expect(pictureNow(desk.air)).toEqual(WANTED);
  });

  it("is what the thread has begun a track with, though it was told of a better one since; and that is shown as soon as can be", () => {
    const desk = new AirDesk(plan);
    desk.beginLate();
    const [begun] = desk.air.told;
    if (!begun) throw new Error("it is lined up");
    desk.pictures("ready");
    expect(desk.air.told[0]?.video.key).toBe("item-a wanted");
    desk.take({ is: "written", segment: begun, onAirAtMs: 10 });
    desk.pass(10);
    expect(pictureNow(desk.air)).toEqual(SOON);
    expect(desk.effects.findLast((effect) => effect.do === "show")?.changes[0]?.video.key).toBe("item-a wanted");
  });

  it("is never one that was written by a thread that has given up", () => {
    const desk = late();
    desk.pictures("ready");
    desk.cut(1, newest(desk), 2760);
    desk.take({ is: "given-up" });
    const before = desk.effects.length;
    desk.pass(5000);
    expect(desk.effects.slice(before)).toEqual([]);
  });
});

describe("a clock that was set anew after a long pause", () => {
  it("has the track that is heard go on where it was left, and told again", () => {
    const desk = late();
    desk.pictures("ready");
    desk.cut(1, newest(desk), 2760);
    desk.nowMs = 50_000;
    const effects = desk.take({ is: "moved", byMs: 47_250 });
    expect(effects.map((effect) => effect.do)).toContain("tell");
    expect(heardPlace(desk.air)?.onAirAtMs).toBe(47_250);
    expect(pictureNow(desk.air)).toEqual(SOON);
    desk.pass(50_010);
    expect(pictureNow(desk.air)).toEqual(WANTED);
    // What follows is not due before it is over.
    expect(desk.wishes("picture").map(({ dueAtMs }) => dueAtMs)).toEqual([47_250, 47_250 + 60_000 - 4000]);
  });
});

describe("who waits until what is wanted is on air", () => {
  it("is answered when it is, and not when it is written", () => {
    const desk = whole();
    desk.take({ is: "plan", plan: changed });
    desk.take({ is: "update-wanted", ticket: 1 });
    desk.see();
    desk.pictures("ready");
    desk.cut(1, newest(desk), 2800);
    desk.pass(2799);
    expect(desk.effects.filter((effect) => effect.do === "answer-update")).toEqual([]);
    desk.pass(2800);
    expect(desk.effects).toContainEqual({ do: "answer-update", ticket: 1, update: { isUpdated: true, reason: null } });
  });

  it("is not answered by a track that is written, and heard later", () => {
    const desk = whole();
    desk.pass(57_300);
    desk.write(60_000);
    desk.take({ is: "update-wanted", ticket: 1 });
    desk.see();
    expect(desk.effects.filter((effect) => effect.do === "answer-update")).toEqual([]);
    desk.pass(60_000);
    expect(desk.effects).toContainEqual({ do: "answer-update", ticket: 1, update: { isUpdated: true, reason: null } });
  });
});
