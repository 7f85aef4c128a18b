import type { Plan, PlanItem } from "@nightjar/contract";
import { expect, it } from "vitest";
import { filesInUse } from "../src/director/session/files-in-use.ts";
import type { Segment } from "../src/timeline/segment.ts";
import { unit } from "./support/air-answers.ts";
import { AirDesk, ITEMS, PLAN, isFirst } from "./support/air-desk.ts";
import { pointOf } from "./support/air-thread.ts";
import { planItem } from "./support/engine.ts";
import { SILENCE } from "./support/synthetic.ts";

const [a, b, c] = ITEMS;
if (!a || !b || !c) throw new Error("there are three");
const shorter = planItem("a", { path: "/m/a2", sha256: "a2" }, 30_000);
const isFirstsFile = new Set(["a"]);

/** Whatever is joined to the first track: from which file, of which length, and into what. */
const joinsOfFirst = (desk: AirDesk) =>
  desk
    .wishes("join")
    .filter(({ before }) => isFirst(before))
    .map(({ before, after }) => [before.item.audio?.sha256, before.item.durationMs, after.item.title]);

const isHeld = (desk: AirDesk, plan: Plan) => filesInUse(isFirstsFile, { plans: [plan], places: desk.air.places }).has("a");

/** The first track sounds, from its first file. */
function sounding(): AirDesk {
  const desk = new AirDesk(PLAN);
  desk.beginWhole();
  desk.write(0);
  desk.pass(10);
  return desk;
}

/** The same in the next process, with this plan. */
function adopted(plan: Plan, left: (segment: Segment) => Segment = (segment) => segment): AirDesk {
  const before = new AirDesk(PLAN);
  before.beginWhole();
  const [first, ...rest] = before.air.told.map(left);
  if (!first) throw new Error("it is lined up");
  const { serial } = first;
  const desk = new AirDesk(plan);
  desk.nowMs = 500;
  desk.take({
    is: "adopt",
    slate: { video: unit("slate"), silence: SILENCE.ref },
    segments: [first, ...rest],
    shown: { videoSerial: serial, pictureId: 0, onAirAtMs: 0 },
    sounding: { serial, onAirAtMs: 0, startedAt: null },
    point: pointOf(serial),
  });
  desk.bringAll();
  return desk;
}

const edits: [string, PlanItem][] = [
  ["replaced by a shorter one", shorter],
  ["removed", { ...a, audio: null }],
];

it.each(edits)(
  "what follows a track whose file is %s while it sounds is joined to the file that sounds, which stays until then",
  (_, edited) => {
    const desk = sounding();
    const plan = { ...PLAN, items: [edited, c, b] };
    desk.take({ is: "plan", plan });
    desk.bringAll();
    expect(joinsOfFirst(desk)).toEqual([["a", 60_000, c.title]]);
    expect(isHeld(desk, plan)).toBe(true);
    desk.pass(59_000);
    desk.write(59_000);
    desk.pass(70_000);
    expect(isHeld(desk, plan)).toBe(false);
  },
);

it("a track whose file is replaced while it sounds has its new words, and its pictures are made of what it is now", () => {
  const desk = sounding();
  desk.take({ is: "plan", plan: { ...PLAN, items: [{ ...shorter, title: "New a" }, b, c] } });
  desk.bringAll();
  expect(desk.air.places[0]).toMatchObject({
    item: { title: "New a", audio: { sha256: "a" } },
    label: { title: "New a", durationMs: 60_000 },
  });
  const [place] = desk.air.places;
  const stand = place?.stands["wanted"];
  if (stand?.is !== "ready") throw new Error("its picture is there");
  const remade = desk.take({ is: "broken", key: stand.video.key }).flatMap((effect) => (effect.do === "remake" ? effect.wishes : []));
  expect(remade).toMatchObject([{ wants: "picture", item: { durationMs: 30_000 } }]);
});

it("another process joins nothing to a file that does not sound: what follows a track that was replaced meanwhile simply follows", () => {
  const plan = { ...PLAN, items: [shorter, c, b] };
  const desk = adopted(plan);
  expect(joinsOfFirst(desk)).toEqual([]);
  expect(isHeld(desk, plan)).toBe(true);
  desk.pass(50_000);
  expect(desk.line).toBe("cb");
  // Taken back, it is what sounds.
  desk.take({ is: "plan", plan: { ...plan, items: [a, c, b] } });
  desk.bringAll();
  expect(joinsOfFirst(desk)).toEqual([["a", 60_000, c.title]]);
});

it("another process joins what follows to the track that it finds on air, also where the record does not say from which file that sounds", () => {
  const withoutFile = (segment: Segment): Segment => {
    const { audioSha256: _file, ...label } = segment.label;
    return { ...segment, label };
  };
  for (const desk of [adopted(PLAN), adopted(PLAN, withoutFile)]) expect(joinsOfFirst(desk)).toEqual([["a", 60_000, b.title]]);
});
