import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTone, planItem, testFolder, testPlan } from "./support/engine.ts";
import { type Studio, named, openStudio, rtmp } from "./support/studio.ts";

/** In place of ffmpeg: the first time it is given a file of these names it is killed, or fails. */
const STAND_IN = `#!/bin/sh
for fault in killed failing; do
  case "$*" in *"/$fault.wav"*) ;; *) continue ;; esac
  [ -e "$0-$fault" ] && continue
  : > "$0-$fault"
  [ $fault = killed ] && kill -KILL $$
  exit 1
done
exec ffmpeg "$@"
`;
const SECONDS = 4;

let folder: Awaited<ReturnType<typeof testFolder>>;
let studio: Studio;
let ingest: RtmpIngest;
let ffmpegPath: string;

beforeAll(async () => {
  folder = await testFolder();
  ffmpegPath = join(folder.dir, "ffmpeg");
  await writeFile(ffmpegPath, STAND_IN);
  await chmod(ffmpegPath, 0o755);
  studio = await openStudio(undefined, { ffmpegPath });
  ingest = await startRtmpIngest();
  await studio.engine.reconcile([]);
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
  await folder.remove();
});

it.each([
  { fault: "killed", hz: 440, told: ["track tried again"] },
  { fault: "failing", hz: 660, told: [] },
])("a track whose sound could not be rendered once ($fault) is tried again at once, and is never left out", async ({ fault, hz, told }) => {
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
  expect(existsSync(`${ffmpegPath}-${fault}`)).toBe(true);
  const lines = studio.lines.filter(({ fields, message }) => fields["trackId"] === item.trackId && message.startsWith("track "));
  expect(lines.map(({ message }) => message)).toEqual(told);
  const leftOut = studio.events.flatMap((event) =>
    event.type === "on-air" && event.streamId === plan.streamId ? event.onAir.quarantine : [],
  );
  expect(leftOut).toEqual([]);
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off");
});
