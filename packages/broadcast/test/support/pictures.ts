import { join } from "node:path";
import { type EncoderProfile, PROFILES, type Plan, type PlanItem } from "@nightjar/contract";
import { createScheduler, probeVideo, run } from "@nightjar/media";
import { createNodeSceneHost } from "@nightjar/scene/node";
import type { RenderedLevel } from "../../src/director/air/rungs.ts";
import { PictureMaker } from "../../src/director/prepare/picture-maker.ts";
import { type Slate, makeSlate } from "../../src/director/prepare/slate.ts";
import { UnitCache } from "../../src/render/cache.ts";
import { Renderer } from "../../src/render/renderer.ts";
import type { UnitRef } from "../../src/timeline/unit.ts";
import { type LogLine, memoryLog, testFolder } from "./engine.ts";

/** A third of full HD, so that a test may render many: the scene is scaled with it. */
export const SMALL: EncoderProfile = { ...PROFILES["1080p30"], widthPx: 640, heightPx: 360, videoKbps: 2000, level: "3.1" };
const TIMEOUT_MS = 60_000;

export interface PictureBench {
  readonly dir: string;
  readonly slate: Slate;
  readonly lines: readonly LogLine[];
  /** The picture of an item, rendered to its end. @throws when it cannot be */
  render(plan: Plan, item: PlanItem, level?: RenderedLevel): Promise<UnitRef>;
  close(): Promise<void>;
}

/** All that makes pictures, without a timeline and without a destination. */
export async function openPictures(options: { loadSceneHost?: typeof createNodeSceneHost } = {}): Promise<PictureBench> {
  const { dir, remove } = await testFolder();
  const { log, lines } = memoryLog();
  const cache = new UnitCache(join(dir, "cache"));
  await cache.open();
  const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
  const workDir = join(dir, "cache", "unfinished");
  const renderer = new Renderer({ cache, workDir, ffmpegPath: "ffmpeg", ffmpegVersion: "test", scheduler, log, onUnit: () => undefined });
  const host = (options.loadSceneHost ?? createNodeSceneHost)();
  host.catch(() => undefined);
  const maker = new PictureMaker(
    renderer,
    {
      sceneHost: () => host,
      videoFacts: { of: (path) => probeVideo(path, { ffprobePath: "ffprobe" }) },
      log,
    },
    () => SMALL,
  );
  const urgency = { lane: "air", dueAtMs: 0, label: "test" } as const;
  const slate = await makeSlate(renderer, SMALL, urgency);
  return {
    dir,
    slate,
    lines,
    render: async (plan, item, level = "wanted") => {
      const { handle } = await maker.picture({ plan, item }, level, slate.headers, urgency);
      return handle.done;
    },
    close: async () => {
      await scheduler.close();
      await remove();
    },
  };
}

/** The first picture of a unit as RGB. */
export async function firstPicture(unit: UnitRef): Promise<Buffer> {
  const output = ["-vf", "scale=in_color_matrix=bt709:in_range=tv:out_range=pc", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
  const { stdout, stderrTail } = await run("ffmpeg", ["-v", "error", "-i", unit.path, "-frames:v", "1", ...output], {
    timeoutMs: TIMEOUT_MS,
  });
  if (stderrTail !== "") throw new Error(stderrTail);
  return stdout;
}

/** Pixels that differ clearly, inside a box in pixels of the 1920 wide canvas and outside of it. */
export function differing(
  a: Buffer,
  b: Buffer,
  box: { xPx: number; yPx: number; widthPx: number; heightPx: number },
): { inside: number; outside: number } {
  const scale = SMALL.widthPx / 1920;
  const counts = { inside: 0, outside: 0 };
  for (let pixel = 0; pixel < a.length / 3; pixel += 1) {
    const far = [0, 1, 2].some((channel) => Math.abs((a[pixel * 3 + channel] ?? 0) - (b[pixel * 3 + channel] ?? 0)) > 40);
    if (!far) continue;
    const x = (pixel % SMALL.widthPx) / scale;
    const y = Math.floor(pixel / SMALL.widthPx) / scale;
    const isInside = x >= box.xPx - 6 && x < box.xPx + box.widthPx + 6 && y >= box.yPx - 6 && y < box.yPx + box.heightPx + 6;
    counts[isInside ? "inside" : "outside"] += 1;
  }
  return counts;
}
