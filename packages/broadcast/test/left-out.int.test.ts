import { rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { NEXT_BEING_PREPARED } from "../src/director/air/reasons.ts";
import { openSource } from "../src/render/source-file.ts";
import { makeSound, makeTone, planItem, testPlan } from "./support/engine.ts";
import { type Studio, named, openStudio, rtmp, until } from "./support/studio.ts";

/** Short, so that every track has its turn soon. */
const SECONDS = 1.5;

let studio: Studio;
let ingest: RtmpIngest;
let good: Plan["items"][number];

beforeAll(async () => {
  studio = await openStudio();
  ingest = await startRtmpIngest();
  good = planItem("good", await makeTone(join(studio.dir, "good.wav"), { seconds: SECONDS, hz: 440 }), SECONDS * 1000);
  await studio.engine.reconcile([]);
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

function start(name: string, items: Plan["items"]): Plan {
  const plan = testPlan(items, ingest.url, name, {
    ...named(name),
    profileId: "720p30",
    destinations: [rtmp(name, ingest.url, name)],
  });
  studio.engine.apply(plan);
  onTestFinished(async () => {
    studio.engine.stop(plan.streamId);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  });
  return plan;
}

const reasons = (plan: Plan) =>
  Object.fromEntries(studio.engine.onAir(plan.streamId).quarantine.map(({ trackId, reason }) => [trackId, reason]));

describe("a file that cannot be put on air", () => {
  it("for being gone, silent or cut off is left out with its reason, told as a condition, and the others air", async () => {
    const silent = planItem("silent", await makeSound(join(studio.dir, "silent.wav"), "0", SECONDS), SECONDS * 1000);
    const damaged = planItem("damaged", await makeTone(join(studio.dir, "damaged.wav"), { seconds: SECONDS, hz: 880 }), SECONDS * 1000);
    await truncate(damaged.audio?.path ?? "", 150_000);
    const gone = planItem("gone", { path: join(studio.dir, "gone.wav"), sha256: "00" }, SECONDS * 1000);
    const plan = start("reasons", [gone, silent, damaged, good]);
    await studio.waitFor(plan.streamId, ({ quarantine, track }) => quarantine.length === 3 && track?.id === "track-good", 90_000);
    expect(reasons(plan)).toEqual({
      "track-gone": "The file is gone.",
      "track-silent": "The file is silent.",
      "track-damaged": "The file is damaged: it is no longer what was uploaded.",
    });
    await studio.waitFor(plan.streamId, ({ conditions }) => conditions.some(({ code }) => code === "track-skipped"));
    // Tracks this short may be over before what leads into the next is rendered: never the slate for want of a track.
    expect(studio.states(plan.streamId, [NEXT_BEING_PREPARED])).toEqual(["preparing", "on-air"]);
  });

  it("airs by itself when it is back, and when somebody lifts it after it was mended", async () => {
    const path = join(studio.dir, "away.wav");
    const away = planItem("away", await makeTone(path, { seconds: SECONDS, hz: 660 }), SECONDS * 1000);
    const mended = planItem("mended", await makeTone(join(studio.dir, "mended.wav"), { seconds: SECONDS, hz: 550 }), SECONDS * 1000);
    const kept = `${mended.audio?.path}.kept`;
    await rename(path, `${path}.away`);
    await rename(mended.audio?.path ?? "", kept);
    await makeSound(mended.audio?.path ?? "", "0.3*sin(700*t)", 1);
    const plan = start("lift", [away, mended, good]);
    await studio.waitFor(plan.streamId, ({ quarantine }) => quarantine.length === 2, 90_000);
    await rename(`${path}.away`, path);
    await studio.waitFor(plan.streamId, ({ track }) => track?.id === "track-away", 90_000);
    await rename(kept, mended.audio?.path ?? "");
    expect(studio.engine.liftQuarantine(plan.streamId, mended.trackId)).toBe(true);
    expect(studio.engine.liftQuarantine(plan.streamId, mended.trackId)).toBe(false);
    await studio.waitFor(plan.streamId, ({ track }) => track?.id === "track-mended", 90_000);
    // Of other conditions a busy machine may have its own.
    await studio.waitFor(plan.streamId, (on) => on.quarantine.length === 0 && !on.conditions.some(({ code }) => code === "track-skipped"));
  });

  it("is read to its end when it is deleted while that goes on, and is known when it is another one by then", async () => {
    const path = join(studio.dir, "open.wav");
    const file = await makeTone(path, { seconds: SECONDS, hz: 220 });
    const whole = await openSource(file);
    await rm(path);
    await whole.verify();
    await makeTone(path, { seconds: SECONDS, hz: 221 });
    const other = await openSource({ ...file });
    await expect(other.verify()).rejects.toMatchObject({ fault: "damaged" });
    await expect(openSource({ ...file, path: `${path}.none` })).rejects.toMatchObject({ fault: "gone" });
    for (const source of [whole, other]) await source.close();
  });

  it("is not left out when it was deleted after its unit had been made: that airs on", async () => {
    const path = join(studio.dir, "deleted.wav");
    const deleted = planItem("deleted", await makeTone(path, { seconds: SECONDS, hz: 330 }), SECONDS * 1000);
    const plan = start("deleted", [{ ...deleted, loudness: { integratedLufs: -20, rangeLu: 0, truePeakDbtp: -18 } }]);
    await studio.trackStarted(plan, 1, 90_000);
    await until(() => studio.lines.filter(({ message }) => message === "unit rendered").length > 0);
    await rm(path);
    await studio.trackStarted(plan, 4, 90_000);
    expect(studio.engine.onAir(plan.streamId)).toMatchObject({ state: "on-air", quarantine: [] });
  });
});
