import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { standInGround } from "./support/ground.ts";
import { named, rtmp } from "./support/studio.ts";

/** In place of ffmpeg: the first time it is given a file of these names it is killed, or fails. */
const STAND_IN = `
for fault in killed failing; do
  case "$*" in *"/$fault.wav"*) ;; *) continue ;; esac
  [ -e "$0-$fault" ] && continue
  : > "$0-$fault"
  [ $fault = killed ] && kill -KILL $$
  exit 1
done`;
const SECONDS = 4;

const ground = standInGround(STAND_IN);
beforeAll(() => ground.studio.engine.reconcile([]));

it.each([
  { fault: "killed", hz: 440, told: ["track tried again"] },
  { fault: "failing", hz: 660, told: [] },
])("a track whose sound could not be rendered once ($fault) is tried again at once, and is never left out", async ({ fault, hz, told }) => {
  const { studio, ingest } = ground;
  const file = await makeTone(join(studio.dir, `${fault}.wav`), { seconds: SECONDS, hz });
  // Known, so that nothing but its render reads it first.
  const item = { ...planItem(fault, file, SECONDS * 1000), loudness: { integratedLufs: -20, rangeLu: 0, truePeakDbtp: -18 } };
  const plan = testPlan([item], ingest.url, fault, {
    ...named(fault),
    profileId: "720p30",
    destinations: [rtmp(fault, ingest.url, fault)],
  });
  studio.engine.apply(plan);
  await studio.trackStarted(plan, 1, 60_000);
  expect(existsSync(`${ground.ffmpegPath}-${fault}`)).toBe(true);
  const lines = studio.lines.filter(({ fields, message }) => fields["trackId"] === item.trackId && message.startsWith("track "));
  expect(lines.map(({ message }) => message)).toEqual(told);
  const leftOut = studio.events.flatMap((event) =>
    event.type === "on-air" && event.streamId === plan.streamId ? event.onAir.quarantine : [],
  );
  expect(leftOut).toEqual([]);
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off");
});
