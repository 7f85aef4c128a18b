import { join } from "node:path";
import type { Scheduler } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkRecording } from "../src/check/check-recording.ts";
import { NEXT_BEING_PREPARED } from "../src/director/air/reasons.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { streamFacts } from "./support/recording.ts";
import { type Studio, named, openStudio, rtmp, untilFound } from "./support/studio.ts";

const LONG_MS = 90_000;
const TEST_MS = 400_000;
let studio: Studio;
let ingest: RtmpIngest;
/** While it is closed, no picture of a track is rendered; slates are. */
const gate = { isOpen: true, opened: Promise.withResolvers<void>() };

function holdPictures(scheduler: Scheduler): Scheduler {
  return {
    ...scheduler,
    snapshot: () => scheduler.snapshot(),
    close: () => scheduler.close(),
    schedule: (request, work) =>
      scheduler.schedule(request, async (context) => {
        const isHeld = () => !gate.isOpen && request.render !== undefined && request.label.includes("Title");
        const aborted = new Promise((resolve) => context.signal.addEventListener("abort", resolve));
        if (isHeld()) await Promise.race([gate.opened.promise, aborted]);
        return work(context);
      }),
  };
}

beforeAll(async () => {
  studio = await openStudio(holdPictures);
  ingest = await startRtmpIngest();
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

it(
  "a changed quality is carried by the connection that stands, a changed profile by a new one; both recordings keep every rule",
  async () => {
    const key = "profile";
    const tone = (name: string, hz: number) => makeTone(join(studio.dir, name), { seconds: 3, hz });
    const items = [planItem("a", await tone("a.wav", 440), 3000), planItem("b", await tone("b.wav", 523), 3000)];
    const begun = testPlan(items, ingest.url, key, {
      ...named(key),
      profileId: "720p30",
      destinations: [rtmp(key, ingest.url, key)],
    });
    const { streamId } = begun;
    const nth = (count: number) => untilFound(async () => (await ingest.recordings(key))[count - 1], LONG_MS);
    studio.engine.apply(begun);
    await studio.trackStarted(begun, 1, LONG_MS);

    studio.engine.apply({ ...begun, quality: "high" });
    await studio.trackStarted(begun, 3, LONG_MS);
    expect(await ingest.recordings(key)).toHaveLength(1);

    // Nothing else is changed: what was shown until then would be as true of the tracks, but has other headers.
    gate.isOpen = false;
    studio.engine.apply({ ...begun, quality: "high", profileId: "720p60" });
    const second = await nth(2);
    const before = studio.events.filter(({ type }) => type === "track-started").length;
    await studio.waitFor(streamId, ({ state }) => state === "on-air", LONG_MS);
    await studio.trackStarted(begun, before + 1, LONG_MS);
    gate.isOpen = true;
    gate.opened.resolve();
    await studio.waitFor(streamId, ({ picture }) => picture.level === "wanted" || picture.level === "still-scene", LONG_MS);
    // Tracks this short may be over before what leads into the next is rendered.
    expect(studio.states(streamId, [NEXT_BEING_PREPARED])).toEqual(["preparing", "on-air", "preparing", "on-air"]);
    studio.engine.stop(streamId);
    await studio.waitFor(streamId, ({ state }) => state === "off", LONG_MS);

    expect(await ingest.recordings(key)).toHaveLength(2);
    for (const path of [await nth(1), second]) {
      // A machine that is too busy to have the next track ready in time sends silence, packet after packet the same.
      const problems = (await checkRecording(path)).problems.filter(({ rule }) => rule !== "replay");
      expect(problems, path).toEqual([]);
    }
    expect((await streamFacts(await nth(1))).video).toMatchObject({ width: 1280, height: 720, level: 31 });
    expect((await streamFacts(second)).video).toMatchObject({ width: 1280, height: 720, level: 32 });
  },
  TEST_MS,
);
