import { join } from "node:path";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BAR_SCENE } from "./support/bar.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { readRecording, steps } from "./support/recording.ts";
import { type Studio, named, openStudio, processesWith, rtmp, untilFound } from "./support/studio.ts";

const TRACK_MS = 120_000;

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

/** The ffmpeg that renders what moves. */
async function movingRender(): Promise<number> {
  const isIt = ({ commandLine }: { commandLine: string }) => commandLine.includes(studio.engineDir);
  return untilFound(async () => (await processesWith("-framerate 5 -i pipe:0")).find(isIt)?.pid, 20_000);
}

it("a picture whose render stands still while it is on air gives way to the still scene before it runs out", async () => {
  const tone = await makeTone(join(studio.dir, "a.wav"), { seconds: TRACK_MS / 1000, hz: 440 });
  const plan = testPlan([planItem("a", tone, TRACK_MS)], ingest.url, "behind", {
    ...named("behind"),
    destinations: [rtmp("behind", ingest.url, "behind")],
    scene: BAR_SCENE,
    profileId: "720p30",
  });
  studio.engine.apply(plan);
  const pid = await movingRender();
  await studio.waitFor(plan.streamId, ({ state, picture }) => state === "on-air" && picture.level === "wanted", 60_000);
  process.kill(pid, "SIGSTOP");
  try {
    const behind = await studio.waitFor(plan.streamId, ({ picture }) => picture.level === "still-scene", 90_000);
    expect(behind.picture.reason).toBe("Rendering is behind: the moving parts come back with the next track.");
    expect(behind.track?.itemId).toBe("item-a");
    await studio.waitFor(plan.streamId, ({ positionMs }) => positionMs > behind.positionMs + 1_500);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect(studio.lines.filter(({ message }) => message === "starved")).toEqual([]);
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off", 10_000);
  const [path = ""] = await ingest.recordings("behind");
  const { video, headers } = await readRecording(path);
  expect(steps(video).largestMs).toBeLessThan(35);
  expect(headers.video.size).toBe(1);
});
