import { join } from "node:path";
import { elementId, scene } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { grayParts } from "./support/bar.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { type Studio, named, openStudio, rtmp, until } from "./support/studio.ts";

const INTERVAL_MS = 5_000;
const TRACK_MS = 60_000;
const PLACE = { xPx: 200, yPx: 90, widthPx: 600, heightPx: 100 };
const AUDIENCE = scene.parse({
  elements: [
    {
      ...{ id: elementId.parse("stats"), type: "social-stats", xPosition: PLACE.xPx, yPosition: PLACE.yPx, fontSize: 80 },
      ...{ fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true },
    },
  ],
});

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

it("a viewer count that changes all the time is rendered once an interval, and is on air within the track without a new connection", async () => {
  const tone = await makeTone(join(studio.dir, "a.wav"), { seconds: TRACK_MS / 1000, hz: 440 });
  const plan = testPlan([planItem("a", tone, TRACK_MS)], ingest.url, "stats", {
    ...named("stats"),
    ...{ destinations: [rtmp("stats", ingest.url, "stats")], scene: AUDIENCE, profileId: "720p30", stats: { viewerCount: 1111 } },
    statsIntervalMs: INTERVAL_MS,
  });
  const loops = () => studio.lines.filter(({ message, fields }) => message === "unit rendered" && fields["count"] === 300).length;
  studio.engine.apply(plan);
  await studio.trackStarted(plan, 1);
  await until(() => loops() === 1, 30_000);
  for (let count = 2; count <= 50; count += 1) studio.engine.apply({ ...plan, stats: { viewerCount: count * 100_000 } });
  await until(() => loops() > 1, 60_000);
  const { positionMs } = studio.engine.onAir(plan.streamId);
  await studio.waitFor(plan.streamId, (now) => now.track?.itemId === "item-a" && now.positionMs > positionMs + INTERVAL_MS, 60_000);
  expect(studio.engine.onAir(plan.streamId).picture).toEqual({ level: "wanted", reason: null });
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off", 10_000);
  // One for the first figure, one for the last of forty-nine, each for the picture on air and all that follow.
  expect(loops()).toBe(2);
  const paths = await ingest.recordings("stats");
  expect(paths).toHaveLength(1);
  const places = await grayParts(paths[0] ?? "", PLACE);
  const changes = places.flatMap((place, index) => (index > 0 && difference(place, places[index - 1] ?? place) > 8 ? [index] : []));
  expect(changes).toHaveLength(1);
});

function difference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
