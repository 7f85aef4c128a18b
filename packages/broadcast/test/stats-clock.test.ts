import { BUILT_IN_SCENE, type FrameStats, type Plan, type Scene } from "@nightjar/contract";
import { expect, test } from "vitest";
import { StatsClock } from "../src/director/session/stats-clock.ts";
import { BAR_SCENE } from "./support/bar.ts";
import { planItem, testPlan } from "./support/engine.ts";
import { withStats } from "./support/stats-scene.ts";

const INTERVAL_MS = 60_000;

function planFor(shown: Scene, viewerCount: number | null, changes: Partial<Plan> = {}): Plan {
  const settings = { scene: shown, stats: { viewerCount }, statsIntervalMs: INTERVAL_MS, startedAt: "2026-11-21T12:00:00.000Z" };
  return testPlan([planItem("a", null, 1000)], "rtmp://h/live", "key", { ...settings, ...changes });
}

/** A clock of figures whose time the test owns. */
function clockOf(first: Plan) {
  const shown: FrameStats[] = [];
  const next: FrameStats[] = [];
  const timer: { due: (() => void) | null; ms: number } = { due: null, ms: 0 };
  const clock = new StatsClock(first, {
    onShow: (stats) => void shown.push(stats),
    onNext: (stats) => void next.push(stats),
    setTimer: (run, ms) => {
      Object.assign(timer, { due: run, ms });
      return () => (timer.due = null);
    },
  });
  clock.trackStarted();
  return { clock, shown, next, timer, tick: () => timer.due?.() };
}

test("figures that come a hundred times a minute are shown once, at the interval, as they are then", () => {
  const { clock, shown, tick, timer } = clockOf(planFor(withStats(BUILT_IN_SCENE), 1));
  expect(timer.ms).toBe(INTERVAL_MS);
  for (let count = 2; count <= 100; count += 1) expect(clock.update(planFor(withStats(BUILT_IN_SCENE), count))).toBeNull();
  expect(shown).toEqual([]);
  tick();
  expect(shown).toEqual([{ viewerCount: 100 }]);
  tick();
  expect(shown).toHaveLength(1);
});

test("a track that starts shows what is known then", () => {
  const { clock, shown } = clockOf(planFor(withStats(BUILT_IN_SCENE), 1));
  clock.update(planFor(withStats(BUILT_IN_SCENE), 7));
  clock.trackStarted();
  expect(shown).toEqual([{ viewerCount: 7 }]);
});

test("a plan with other news goes on at once, with the figures of now", () => {
  const { clock, shown } = clockOf(planFor(withStats(BUILT_IN_SCENE), 1));
  const news = planFor(withStats(BUILT_IN_SCENE), 2, { channelName: "Other" });
  expect(clock.update(news)).toEqual(news);
  clock.trackStarted();
  expect(shown).toEqual([]);
});

test("a scene that shows no figures is never rendered again for them", () => {
  const { clock, shown, next, timer } = clockOf(planFor(BUILT_IN_SCENE, 1));
  expect(clock.update(planFor(BUILT_IN_SCENE, 2))).toBeNull();
  expect(timer.due).toBeNull();
  clock.trackStarted();
  expect([...shown, ...next]).toEqual([]);
});

test("a scene that moves keeps its figures through the track, and takes new ones for the tracks to come", () => {
  const moving = withStats(BAR_SCENE);
  const { clock, shown, next } = clockOf(planFor(moving, 1));
  expect(clock.update(planFor(moving, 2))).toBeNull();
  expect(clock.update(planFor(moving, 3, { channelName: "Other" }))).toMatchObject({ stats: { viewerCount: 1 } });
  clock.trackStarted();
  expect(next).toEqual([{ viewerCount: 3 }]);
  expect(shown).toEqual([]);
});
