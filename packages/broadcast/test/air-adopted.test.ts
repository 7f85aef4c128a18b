import { expect, it } from "vitest";
import { heardPlace, pictureOnAir } from "../src/director/air/air.ts";
import type { AirEvent } from "../src/director/air/events.ts";
import { unit } from "./support/air-answers.ts";
import { AirDesk } from "./support/air-desk.ts";
import { pointOf } from "./support/air-thread.ts";
import { planItem, testPlan } from "./support/engine.ts";
import type { Segment } from "../src/timeline/segment.ts";
import { SILENCE } from "./support/synthetic.ts";

const items = ["a", "b", "c"].map((id) => planItem(id, { path: `/m/${id}`, sha256: id }, 3000));
const plan = testPlan(items, "rtmp://unused/live", "unused");
const slate = { video: unit("slate"), silence: SILENCE.ref };

/** The air of a process that comes so long after the first of three tracks began, the other two behind it. */
function adoptedAfter(ms: number, left: (segment: Segment) => Segment = (segment) => segment): AirDesk {
  const before = new AirDesk(plan);
  before.beginWhole();
  const [first, ...rest] = before.air.told;
  if (!first) throw new Error("it is lined up");
  const desk = new AirDesk(plan);
  desk.nowMs = ms;
  const adopt: AirEvent = {
    is: "adopt",
    slate,
    segments: [first, ...rest.map(left)],
    shown: { videoSerial: first.serial, pictureId: 0, onAirAtMs: 0 },
    sounding: { serial: first.serial, onAirAtMs: 0, startedAt: null },
    point: pointOf(first.serial),
  };
  desk.take(adopt);
  return desk;
}

const resumed = (desk: AirDesk) =>
  desk.effects.flatMap((effect) =>
    effect.do === "resume" ? [effect.segments.map(({ label, isSlate }) => (isSlate ? "S" : label.title.slice(-1))).join("")] : [],
  );

it("the timeline of an earlier process goes on with what was lined up, and nothing else where that lasts", () => {
  expect(resumed(adoptedAfter(500))).toEqual(["ab"]);
});

it("where what was lined up is over by then, the slate stands behind it from the first byte on: no silence counts as the last track", () => {
  const desk = adoptedAfter(9000);
  expect(resumed(desk)).toEqual(["abS"]);
  desk.bringAll();
  // It gives way as soon as there is something to hear.
  expect(desk.line).not.toContain("S");
});

it("a track that was lined up is told with the picture it begins with, whatever it was to come in over", () => {
  const over = (segment: Segment): Segment => {
    const { picture, look } = segment.label;
    const own = { id: 1, video: segment.video, fromFrame: 0, at: "loop-end" as const, picture, look };
    return { ...segment, video: unit("via"), pictures: [own] };
  };
  const desk = adoptedAfter(500, over);
  const [next] = desk.air.told;
  if (!next) throw new Error("it is lined up");
  desk.write(3000);
  desk.pass(3000);
  const heard = heardPlace(desk.air);
  expect([heard?.serial, heard && pictureOnAir(heard)?.video.key]).toEqual([next.serial, next.video.key]);
});
