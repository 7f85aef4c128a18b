import { type OnAir, type Plan, type PlanItem, streamId } from "@nightjar/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { comingItems } from "../src/director/ready/coming-items.ts";
import { type DemandingStream, RenderDemand, type RenderDemandNeeds } from "../src/director/ready/render-demand.ts";
import { type Demand, forecastRenders } from "../src/render/forecast.ts";
import { memoryLog, planItem, testPlan } from "./support/engine.ts";
import { named } from "./support/studio.ts";

const NOW = Date.parse("2026-05-01T20:00:00.000Z");
const MINUTE = 60_000;
const all = () => true;
const file = (id: string) => ({ path: `/media/${id}`, sha256: id });
const listOf = (...ids: string[]) => ids.map((id) => planItem(id, file(id), 3 * MINUTE));
const plan = (name: string, changes: Partial<Plan> = {}) =>
  testPlan(listOf("a", "b", "c"), "rtmp://h/live", "key", { ...named(name), ...changes });
const NOTHING: DemandingStream["onAir"] = { track: null, nextTrack: null };

function heard(item: PlanItem | undefined, startedAtMs: number): OnAir["track"] {
  if (!item) throw new Error("of the list above");
  const { itemId, trackId, title, artist, durationMs } = item;
  return { itemId, id: trackId, title, artist, durationMs, startedAt: new Date(startedAtMs).toISOString(), because: null };
}

describe("what comes on air within the next hour", () => {
  const coming = (of: Plan, onAir: DemandingStream["onAir"], isPlayable: (item: PlanItem) => boolean = all) =>
    comingItems(of, onAir, { nowMs: NOW, horizonMs: 10 * MINUTE }, isPlayable).map(({ item, dueAtMs }) => [
      item.title.slice(-1),
      (dueAtMs - NOW) / MINUTE,
    ]);

  it("follows what sounds in the order of the list, each when the one before it ends", () => {
    const { items } = plan("x");
    expect(coming(plan("x"), { track: heard(items[1], NOW - MINUTE), nextTrack: null })).toEqual([
      ["c", 2],
      ["a", 5],
      ["b", 8],
    ]);
    expect(coming(plan("x", { crossfadeMs: MINUTE }), { track: heard(items[1], NOW - MINUTE), nextTrack: null })[1]).toEqual(["a", 3]);
  });

  it("counts no crossfade where one goes on from the other, and of a short track no more than fits into it", () => {
    const [a, b, c] = plan("x").items;
    if (!a || !b || !c) throw new Error("of the list above");
    const onAir = { track: heard(a, NOW), nextTrack: null };
    const seconds = (of: Plan) => coming(of, onAir).map(([title, minutes]) => `${title} ${Math.round(Number(minutes) * 600) / 10}`);
    const goingOn = plan("x", { crossfadeMs: 6000, items: [a, { ...b, isGapless: true }, c] });
    expect(seconds(goingOn).slice(0, 3)).toEqual(["b 180", "c 354", "a 528"]);
    const short = plan("x", { crossfadeMs: 12_000, items: [a, { ...b, durationMs: 7400 }, c] });
    expect(seconds(short).slice(0, 3)).toEqual(["b 177", "c 181.4", "a 349.4"]);
  });

  it("begins at once where nothing sounds yet, and with what was jumped to where that is next", () => {
    const { items } = plan("x");
    expect(coming(plan("x"), NOTHING).slice(0, 2)).toEqual([
      ["a", 0],
      ["b", 3],
    ]);
    const jumped = { track: heard(items[0], NOW - MINUTE), nextTrack: heard(items[2], NOW + 2 * MINUTE) };
    expect(coming(plan("x"), jumped).slice(0, 2)).toEqual([
      ["c", 2],
      ["a", 5],
    ]);
  });

  it("leaves out what cannot be played, and ends, however short the tracks are", () => {
    expect(coming(plan("x"), NOTHING, ({ title }) => title.endsWith("b")).map(([title]) => title)).toEqual(["b", "b", "b", "b"]);
    expect(coming(plan("x"), NOTHING, () => false)).toEqual([]);
    expect(coming(plan("x", { items: [planItem("z", file("z"), 0)] }), NOTHING)).toHaveLength(240);
  });
});

/** Pictures of ten seconds, all rendered at the speed they are played at. */
function open(streams: readonly DemandingStream[], changes: Partial<RenderDemandNeeds> = {}) {
  const asked: Demand[][] = [];
  const { log, lines } = memoryLog();
  const demand = new RenderDemand({
    ...{ streams: () => streams, isThere: () => false, isPlayable: all, speedOf: () => 1, nowMs: () => NOW, log },
    pictures: { of: async ({ streamId: id }, { itemId }) => [{ keys: [`${id} ${itemId}`], playedMs: 10_000, isMoving: false }] },
    forecast: (demands, nowMs) => {
      asked.push([...demands]);
      return forecastRenders(demands, { nowMs, places: 2 });
    },
    ...changes,
  });
  return { demand, asked, lines };
}

const moving = (playedMs: number): RenderDemandNeeds["pictures"] => ({
  of: async ({ streamId: id }, { itemId }) => [{ keys: [`${id} ${itemId}`], playedMs, isMoving: true }],
});

describe("what is asked of the machine", () => {
  it("is each picture that is not there, once, with its due time and its cost", async () => {
    const isThere = (key: string) => key.endsWith("item-b");
    const { demand, asked } = open([{ plan: plan("x"), onAir: NOTHING }], { isThere, speedOf: () => 2.5 });
    await demand.look();
    const distinct = new Map(asked[0]?.toReversed().map((one) => [one.key, one]));
    expect([...distinct.values()].toReversed()).toMatchObject([
      { key: "stream-x item-a", label: "Artist a – Title a", dueAtMs: NOW, costMs: 4000 },
      { key: "stream-x item-c", dueAtMs: NOW + 6 * MINUTE, costMs: 4000 },
    ]);
    expect(demand.textOf(plan("x").streamId)).toBeNull();
  });

  it("is said when it does not fit, with figures and what helps, of the streams that ask for it and of no other", async () => {
    const streams = ["x", "y"].map((name) => ({
      plan: plan(name, { items: listOf(...Array.from("abcdefghijklmnopqrst")) }),
      onAir: NOTHING,
    }));
    const isThere = (key: string) => key.startsWith("stream-y");
    const { demand } = open(streams, { isThere, pictures: moving(3 * MINUTE), speedOf: () => 0.5 });
    await demand.look();
    const text = demand.textOf(streamId.parse("stream-x"));
    expect(text).toContain("Pictures for the next hour need 120 minutes of rendering");
    expect(text).toContain("Templates without moving parts");
    expect(demand.textOf(streamId.parse("stream-y"))).toBeNull();
  });

  it("is looked at again soon while it does not fit, and no longer said when it does", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let speed = 0.01;
    const { demand, asked } = open([{ plan: plan("x"), onAir: NOTHING }], { pictures: moving(3 * MINUTE), speedOf: () => speed });
    demand.begin();
    onTestFinished(() => demand.close());
    await vi.advanceTimersByTimeAsync(4000);
    expect(demand.textOf(plan("x").streamId)).toContain("this machine makes 60");
    speed = 10;
    await vi.advanceTimersByTimeAsync(6000);
    expect(demand.textOf(plan("x").streamId)).toBeNull();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(asked).toHaveLength(2);
  });

  it("that cannot be counted is logged, and nothing is said", async () => {
    const { demand, lines } = open([{ plan: plan("x"), onAir: NOTHING }], { pictures: { of: () => Promise.reject(new Error("no disk")) } });
    await demand.look();
    expect(demand.textOf(plan("x").streamId)).toBeNull();
    expect(lines.map(({ message }) => message)).toEqual(["what is to be rendered within the next hour could not be counted"]);
  });

  it("of two hundred streams of five hundred tracks is counted within a second, and leaves others their turn", async () => {
    const items = Array.from({ length: 500 }, (_, nth) => planItem(`t${nth}`, file(`t${nth}`), 3 * MINUTE));
    const streams = Array.from({ length: 200 }, (_, nth) => ({ plan: plan(`s${nth}`, { items }), onAir: NOTHING }));
    const { demand, asked } = open(streams, {
      forecast: (demands, nowMs) => (asked.push([...demands]), forecastRenders([], { nowMs, places: 2 })),
    });
    let turns = 0;
    let isCounted = false;
    const turn = () => {
      turns += 1;
      if (!isCounted) setImmediate(turn);
    };
    setImmediate(turn);
    // The process's own time: the machine may have other things to do.
    const before = process.cpuUsage();
    await demand.look();
    const tookMs = process.cpuUsage(before).user / 1000;
    isCounted = true;
    expect(asked[0]).toHaveLength(200 * 21);
    expect(tookMs).toBeLessThan(1000);
    // One for each fifty, however fast the machine is.
    expect(turns).toBeGreaterThan(80);
  });
});
