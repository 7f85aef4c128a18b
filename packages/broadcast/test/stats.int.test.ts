import { join } from "node:path";
import { elementId, scene } from "@nightjar/contract";
import { expect, it } from "vitest";
import { grayParts } from "./support/bar.ts";
import { makeTone, planItem } from "./support/engine.ts";
import { liveStudio } from "./support/live-studio.ts";
import { until } from "./support/studio.ts";

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

const live = liveStudio();

it("a viewer count that changes all the time is rendered once an interval, and is on air within the track without a new connection", async () => {
  const { studio } = live;
  const tone = await makeTone(join(studio.dir, "a.wav"), { seconds: TRACK_MS / 1000, hz: 440 });
  const plan = live.plan("stats", [planItem("a", tone, TRACK_MS)], {
    ...{ scene: AUDIENCE, profileId: "720p30", stats: { viewerCount: 1111 }, statsIntervalMs: INTERVAL_MS },
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
  const paths = await live.finish(plan);
  // One for the first figure, one for the last of forty-nine, each for the picture on air and all that follow.
  expect(loops()).toBe(2);
  expect(paths).toHaveLength(1);
  const places = await grayParts(paths[0] ?? "", PLACE);
  const changes = places.flatMap((place, index) => (index > 0 && difference(place, places[index - 1] ?? place) > 8 ? [index] : []));
  // Before it was rendered something else was on air, or its first picture had been met already.
  const wasLate = studio.events.some(
    (event) =>
      event.type === "on-air" && event.streamId === plan.streamId && event.onAir.track !== null && event.onAir.picture.level !== "wanted",
  );
  expect(changes).toHaveLength(wasLate ? 2 : 1);
});

function difference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
