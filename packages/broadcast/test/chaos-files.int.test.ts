import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { holesWithin, noteChaos } from "./support/chaos.ts";
import { makeTone, makeVideo, planItem } from "./support/engine.ts";
import { liveStudio } from "./support/live-studio.ts";
import { processesWith, until } from "./support/studio.ts";

const live = liveStudio();

function start(name: string, items: Plan["items"], changes: Partial<Plan> = {}): Plan {
  const plan = live.plan(name, items, changes);
  live.studio.engine.apply(plan);
  return plan;
}

/** @returns what is missing of its one recording */
async function finish(plan: Plan): Promise<number> {
  const paths = await live.finish(plan);
  expect(paths).toHaveLength(1);
  return holesWithin(paths);
}

const tone = async (name: string, seconds: number, hz: number) =>
  planItem(name, await makeTone(join(live.studio.dir, `${name}.wav`), { seconds, hz }), seconds * 1000);

describe("a stream on air", () => {
  it("whose renders are killed again and again goes on with what can be had, until they are left in peace", async () => {
    const { studio, ingest } = live;
    const file = await makeVideo(join(studio.dir, "loop.mp4"), { seconds: 12 });
    const plan = start("renders", [await tone("long", 40, 447)], { background: { kind: "video", file } });
    // What has the loop as its input is a render of the picture.
    const renders = async () => (await processesWith(file.path)).filter(({ commandLine }) => commandLine.includes("libx264"));
    let killed = 0;
    await until(async () => {
      for (const { pid } of await renders()) {
        process.kill(pid, "SIGKILL");
        killed += 1;
      }
      return killed > 0 && studio.engine.onAir(plan.streamId).state !== "preparing";
    }, 60_000);
    await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
    await ingest.waitForBytes("renders", 200_000);
    const { picture } = studio.engine.onAir(plan.streamId);
    const holeMs = await finish(plan);
    const seen = `on-air, picture: ${picture.level}; ${killed} killed`;
    noteChaos({ what: "render (ffmpeg) killed whenever it runs, from Start on", expected: "on air with a simpler picture", seen, holeMs });
    expect(studio.states(plan.streamId)).not.toContain("failed");
    expect(holeMs).toBe(0);
  });

  it("whose files are deleted under its feet airs on from what was made of them", async () => {
    const { studio } = live;
    const items = [await tone("a", 3, 447), await tone("b", 3, 883)];
    const plan = start("deleted", items);
    // Both have sounded: their units are made.
    await studio.trackStarted(plan, 3, 60_000);
    for (const { audio } of items) await rm(audio?.path ?? "");
    await studio.trackStarted(plan, 6, 60_000);
    expect(studio.engine.onAir(plan.streamId)).toMatchObject({ state: "on-air" });
    const holeMs = await finish(plan);
    noteChaos({ what: "media files deleted while they are on air", expected: "airs on from the cache", seen: "on-air", holeMs });
    expect(holeMs).toBe(0);
  });
});
