import { join } from "node:path";
import { PROFILES, type PlanFile } from "@nightjar/contract";
import { createScheduler, run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSlate, type Slate } from "../src/director/prepare/slate.ts";
import { UnitCache } from "../src/render/cache.ts";
import { secondGop } from "../src/render/gop-entry.ts";
import { Renderer } from "../src/render/renderer.ts";
import type { RequestedBackground } from "../src/render/requests.ts";
import { type Columns, columnsOf } from "./support/colours.ts";
import { memoryLog, planFile, testFolder } from "./support/engine.ts";

const PROFILE = PROFILES["720p30"];
const LOOP_SECONDS = 10;
const NOW = { lane: "air", dueAtMs: 0, label: "test" } as const;

let folder: Awaited<ReturnType<typeof testFolder>>;
let renderer: Renderer;
let slate: Slate;
let reddening: PlanFile;
let bluing: PlanFile;

/** A loop whose one colour grows through its length, so that a picture tells its place in it. */
async function makeGrowing(name: string, channel: "r" | "b"): Promise<PlanFile> {
  const others = channel === "r" ? "g=0:b=0" : "r=0:g=0";
  const source = `color=black:s=320x180:r=30:d=${LOOP_SECONDS},format=gbrp,geq=${channel}=40+T*20:${others},format=yuv420p`;
  const path = join(folder.dir, name);
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-preset", "ultrafast", path], { timeoutMs: 60_000 });
  return planFile(path);
}

beforeAll(async () => {
  folder = await testFolder();
  const { log } = memoryLog();
  const cache = new UnitCache(join(folder.dir, "cache"));
  await cache.open();
  const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
  const workDir = join(folder.dir, "cache", "unfinished");
  renderer = new Renderer({ cache, workDir, ffmpegPath: "ffmpeg", ffmpegVersion: "test", scheduler, log, onUnit: () => undefined });
  [slate, reddening, bluing] = await Promise.all([
    makeSlate(renderer, PROFILE, NOW),
    makeGrowing("red.mp4", "r"),
    makeGrowing("blue.mp4", "b"),
  ]);
});
afterAll(() => folder.remove());

const video = (file: PlanFile): RequestedBackground => ({ kind: "video", file, passes: 1 });
const draw = () => Promise.resolve([]);
const mean = (columns: Columns | undefined, channel: 0 | 2) => {
  return (columns ?? []).reduce((sum, colour) => sum + colour[channel], 0) / Math.max(1, columns?.length ?? 0);
};

async function transition(from: RequestedBackground, fromMs: number): Promise<Columns[]> {
  const request = { kind: "fade", from: { background: from, fromMs }, to: video(bluing), sceneKey: `at ${fromMs}`, draw } as const;
  // Of the profile's headers, and of exactly one closed GOP, or it would be refused.
  const unit = await (await renderer.transition(PROFILE, slate.headers, request, NOW)).done;
  return columnsOf(unit.path);
}

describe("a transition", () => {
  it("begins where the old background is, ends with the new one alone, and its composite goes on where it ends", async () => {
    const pictures = await transition(video(reddening), 6_000);
    expect(pictures).toHaveLength(PROFILE.gopFrames);
    // 40 + 6 s of 20, not yet fading; at half time half of both; then the new one from its own beginning.
    expect(Math.abs(mean(pictures[0], 0) - 160)).toBeLessThan(12);
    expect(Math.abs(mean(pictures[15], 0) - 85)).toBeLessThan(16);
    expect(Math.abs(mean(pictures[15], 2) - 25)).toBeLessThan(12);
    expect(mean(pictures[35], 0)).toBeLessThan(8);
    const request = { purpose: "wanted" as const, background: video(bluing), sceneKey: "", draw, maxFrames: LOOP_SECONDS * 30 };
    const composite = await (await renderer.composite(PROFILE, slate.headers, request, NOW)).done;
    const whole = await columnsOf(composite.path);
    for (const frame of [36, 45, 59]) expect(Math.abs(mean(pictures[frame], 2) - mean(whole[frame], 2))).toBeLessThan(4);
    expect(await secondGop(composite, PROFILE.gopFrames)).toMatchObject({ frame: PROFILE.gopFrames });
  });

  it("goes round the old loop's end, and comes from a picture that stands still", async () => {
    const [roundTheEnd, fromPlain] = await Promise.all([transition(video(reddening), 9_800), transition({ kind: "default" }, 0)]);
    expect(roundTheEnd).toHaveLength(PROFILE.gopFrames);
    expect(mean(roundTheEnd[0], 0)).toBeGreaterThan(200);
    expect(mean(roundTheEnd[15], 0)).toBeLessThan(60);
    expect(fromPlain).toHaveLength(PROFILE.gopFrames);
    expect(mean(fromPlain[59], 2)).toBeGreaterThan(60);
  });
});
