import { join } from "node:path";
import { expect, it } from "vitest";
import { BAR_SCENE } from "./support/bar.ts";
import { makeTone, planItem } from "./support/engine.ts";
import { liveStudio } from "./support/live-studio.ts";
import { readRecording, steps } from "./support/recording.ts";
import { processesWith, untilFound } from "./support/studio.ts";

const TRACK_MS = 120_000;

const live = liveStudio();

/** The ffmpeg that renders what moves. */
async function movingRender(): Promise<number> {
  const isIt = ({ commandLine }: { commandLine: string }) => commandLine.includes(live.studio.engineDir);
  return untilFound(async () => (await processesWith("-framerate 5 -i pipe:0")).find(isIt)?.pid);
}

it("a picture whose render stands still while it is on air gives way to the still scene before it runs out", async () => {
  const { studio } = live;
  const tone = await makeTone(join(studio.dir, "a.wav"), { seconds: TRACK_MS / 1000, hz: 440 });
  const plan = live.plan("behind", [planItem("a", tone, TRACK_MS)], { scene: BAR_SCENE, profileId: "720p30" });
  studio.engine.apply(plan);
  const pid = await movingRender();
  await studio.waitFor(plan.streamId, ({ state, picture }) => state === "on-air" && picture.level === "wanted");
  process.kill(pid, "SIGSTOP");
  try {
    const behind = await studio.waitFor(plan.streamId, ({ picture }) => picture.level === "still-scene");
    expect(behind.picture.reason).toBe("Rendering is behind: the moving parts come back with the next track.");
    expect(behind.track?.itemId).toBe("item-a");
    await studio.waitFor(plan.streamId, ({ positionMs }) => positionMs > behind.positionMs + 1_500);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect(studio.lines.filter(({ message }) => message === "starved")).toEqual([]);
  const [path = ""] = await live.finish(plan);
  const { video, headers } = await readRecording(path);
  expect(steps(video).largestMs).toBeLessThan(35);
  expect(headers.video.size).toBe(1);
});
