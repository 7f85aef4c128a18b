import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { holesWithin, noteChaos } from "./support/chaos.ts";
import { makeTone, planItem } from "./support/engine.ts";
import { liveStudio } from "./support/live-studio.ts";
import { until } from "./support/studio.ts";

const live = liveStudio();

it("a cache folder that is deleted under a stream on air is made again by itself, and its tracks sound on with their pictures", async () => {
  const { studio } = live;
  const { engine } = studio;
  const cacheDir = join(studio.engineDir, "cache");
  const tones = [447, 883].map(async (hz) => planItem(`${hz}`, await makeTone(join(studio.dir, `${hz}.wav`), { seconds: 4, hz }), 4_000));
  const plan = live.plan("gone", await Promise.all(tones), { profileId: "720p30", crossfadeMs: 500 });
  engine.apply(plan);
  const onAir = () => engine.onAir(plan.streamId);
  const told = () => JSON.stringify({ onAir: onAir(), lines: studio.lines.slice(-30) });
  await studio.trackStarted(plan, 3, 90_000);
  await until(() => onAir().renders.length === 0 && onAir().picture.level === "wanted", 90_000, told);

  await rm(cacheDir, { recursive: true, force: true });
  const goneAtMs = performance.now();
  const started = studio.events.filter(({ type }) => type === "track-started").length;
  await until(async () => (await readdir(cacheDir).catch((): string[] => [])).includes("unfinished"), 30_000, told);
  await studio.trackStarted(plan, started + 2, 30_000);
  await until(() => onAir().state === "on-air" && onAir().picture.level === "wanted", 30_000, told);
  const healedMs = performance.now() - goneAtMs;
  await studio.trackStarted(plan, started + 4, 30_000);
  // A track may begin before its picture is made again, which then comes within it.
  await until(() => onAir().picture.level === "wanted" && onAir().conditions.length === 0, 30_000, told);
  expect(onAir()).toMatchObject({ state: "on-air", conditions: [], quarantine: [] });
  // What was counted of the old ones is not held against the new.
  expect(engine.cacheBytes).toBeGreaterThan(0);

  const holeMs = await holesWithin(await live.finish(plan));
  const seen = `two tracks on, with their pictures, after ${(healedMs / 1000).toFixed(1)} s`;
  noteChaos({ what: "the cache folder deleted while on air", expected: "made again", seen, holeMs });
  expect(holeMs).toBe(0);
});

it("a stream that is started after the cache folder was deleted has its slate, its sound and its picture", async () => {
  const { studio } = live;
  await rm(join(studio.engineDir, "cache"), { recursive: true, force: true });
  const item = planItem("late", await makeTone(join(studio.dir, "late.wav"), { seconds: 30, hz: 331 }), 30_000);
  const plan = live.plan("late", [item], { profileId: "720p30" });
  studio.engine.apply(plan);
  await studio.waitFor(plan.streamId, ({ state, picture }) => state === "on-air" && picture.level === "wanted", 60_000);
  expect(await holesWithin(await live.finish(plan))).toBe(0);
});
