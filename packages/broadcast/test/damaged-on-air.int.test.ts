import { readFileSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { readRecording } from "./support/recording.ts";
import { type Studio, named, openStudio, rtmp, until } from "./support/studio.ts";

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

function unitFiles(): string[] {
  const cacheDir = join(studio.engineDir, "cache");
  const names = readdirSync(cacheDir, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /^..\/[0-9a-f]{64}\.flv$/.test(name)).map((name) => join(cacheDir, name));
}

it("units cut off and overwritten in the cache while they are on air cost no connection and no order, and are rendered again", async () => {
  const tracks = await Promise.all(
    [440, 880].map(async (hz) => planItem(`${hz}`, await makeTone(join(studio.dir, `${hz}.wav`), { seconds: 2, hz }), 2_000)),
  );
  const plan = testPlan(tracks, ingest.url, "damaged", {
    ...named("damaged"),
    profileId: "720p30",
    destinations: [rtmp("damaged", ingest.url, "damaged")],
  });
  studio.engine.apply(plan);
  await studio.trackStarted(plan, 2, 90_000);
  await studio.waitFor(plan.streamId, ({ renders }) => renders.length === 0, 90_000);
  const whole = new Map(unitFiles().map((path) => [path, readFileSync(path)]));
  for (const [index, path] of [...whole.keys()].entries()) {
    const bytes = whole.get(path) ?? Buffer.alloc(0);
    if (index % 2 === 0) truncateSync(path, Math.floor(bytes.length / 3));
    else writeFileSync(path, Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.alloc(bytes.length / 2, 0x55)]));
  }
  const reported = () =>
    studio.lines.flatMap(({ message, fields }) => (message === "a unit on air is damaged" ? [String(fields["key"])] : []));
  const isMended = (key: string) => unitFiles().some((path) => path.includes(key) && whole.get(path)?.equals(readFileSync(path)));
  const told = () => JSON.stringify({ reported: reported(), lines: studio.lines.slice(-20) });
  // Sound and picture of what is on air, at least.
  await until(() => reported().filter(isMended).length >= 2, 90_000, told);
  await studio.trackStarted(plan, studio.events.filter(({ type }) => type === "track-started").length + 3, 90_000);
  for (const path of unitFiles().filter((found) => reported().some((key) => found.includes(key))))
    expect(readFileSync(path)).toEqual(whole.get(path));
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off", 10_000);
  expect(studio.lines.filter(({ message }) => message === "session failed")).toEqual([]);
  const paths = await ingest.recordings("damaged");
  expect(paths).toHaveLength(1);
  const recording = await readRecording(paths[0] ?? "");
  expect(recording.problems).toEqual([]);
  expect(recording.headers.video.size).toBe(1);
});
