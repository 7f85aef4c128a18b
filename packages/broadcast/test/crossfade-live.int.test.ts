import { join } from "node:path";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSound, planItem, testPlan } from "./support/engine.ts";
import { type Studio, named, openStudio, rtmp } from "./support/studio.ts";

const SECONDS = 6;

let studio: Studio;
let ingest: RtmpIngest;

beforeAll(async () => {
  studio = await openStudio();
  ingest = await startRtmpIngest();
  await studio.engine.reconcile([]);
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

describe("a crossfade that is changed on air", () => {
  it("takes effect at the next join, on the running connection", async () => {
    const tone = async (id: string, hz: number) => {
      const file = await makeSound(join(studio.dir, `${id}.wav`), `0.3*sin(2*PI*${hz}*t)`, SECONDS);
      // Of one title, so that one picture serves both, and a busy machine has the join in time.
      return { ...planItem(id, file, SECONDS * 1000), title: "One", artist: "One" };
    };
    const items = [await tone("a", 300), await tone("b", 450)];
    const destinations = [rtmp("fade", ingest.url, "FADE")];
    const plan = testPlan(items, ingest.url, "FADE", { ...named("fade"), profileId: "720p30", crossfadeMs: 0, destinations });
    studio.engine.apply(plan);
    await studio.trackStarted(plan, 1);
    studio.engine.apply({ ...plan, crossfadeMs: 2_000 });
    // A busy machine may miss the first joins after the change.
    for (let nth = 3; ; nth += 1) {
      const [before, after] = [await studio.trackStarted(plan, nth), await studio.trackStarted(plan, nth + 1)];
      const seconds = (Date.parse(after.startedAt) - Date.parse(before.startedAt)) / 1000;
      if (Math.abs(seconds - (SECONDS - 2)) < 0.1) break;
      expect(nth).toBeLessThan(10);
    }
    const { destinations: sent } = studio.engine.onAir(plan.streamId);
    expect(sent.map(({ reconnects }) => reconnects)).toEqual([0]);
  });
});
