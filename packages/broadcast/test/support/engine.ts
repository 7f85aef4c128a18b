import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  BUILT_IN_SCENE,
  type Logger,
  type Plan,
  type PlanFile,
  type PlanItem,
  destinationId,
  itemId,
  sessionId,
  streamId,
  trackId,
} from "@nightjar/contract";
import { type Scheduler, createScheduler, run } from "@nightjar/media";
import { createNodeSceneHost } from "@nightjar/scene/node";
import { type Engine, type EngineOptions, createEngine } from "../../src/index.ts";

const TEST_TIMEOUT_MS = 60_000;

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A folder for one test, removed at its end. */
export async function testFolder(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), "nightjar-broadcast-"));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

export function memoryLog(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => void lines.push({ level, message, fields });
  return { log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") }, lines };
}

export async function openEngine(
  engineDir: string,
  log: Logger,
  scheduler?: Scheduler,
  options: Partial<EngineOptions> = {},
): Promise<Engine> {
  return createEngine({
    engineDir,
    ffmpegPath: "ffmpeg",
    ffprobePath: "ffprobe",
    scheduler: scheduler ?? createScheduler({ concurrency: 2, now: () => performance.now(), log }),
    log,
    startWorker: () => new Worker(new URL("../../src/playout/worker-entry.ts", import.meta.url)),
    loadSceneHost: () => createNodeSceneHost(),
    ...options,
  });
}

/** A sound file made by ffmpeg: a sine of its own pitch. */
export async function makeTone(
  path: string,
  options: { seconds: number; hz: number; rateHz?: number; channels?: 1 | 2 },
): Promise<PlanFile> {
  const { seconds, hz, rateHz = 44_100, channels = 2 } = options;
  const source = `sine=frequency=${hz}:sample_rate=${rateHz}:duration=${seconds}`;
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-ac", String(channels), path], { timeoutMs: TEST_TIMEOUT_MS });
  return planFile(path);
}

/** A sound file made by ffmpeg from a formula of time `t`, as 48 kHz mono. */
export async function makeSound(path: string, formula: string, seconds: number): Promise<PlanFile> {
  const source = `aevalsrc='${formula}':s=48000:d=${seconds}`;
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, path], { timeoutMs: TEST_TIMEOUT_MS });
  return planFile(path);
}

/** A moving picture made by ffmpeg. */
export async function makeVideo(path: string, options: { seconds: number; size?: string; rate?: number }): Promise<PlanFile> {
  const { seconds, size = "1280x720", rate = 25 } = options;
  const args = [
    "-v",
    "error",
    "-y",
    "-f",
    "lavfi",
    "-i",
    `testsrc2=s=${size}:r=${rate}:d=${seconds}`,
    "-pix_fmt",
    "yuv420p",
    "-preset",
    "ultrafast",
    path,
  ];
  await run("ffmpeg", args, { timeoutMs: TEST_TIMEOUT_MS });
  return planFile(path);
}

export async function planFile(path: string): Promise<PlanFile> {
  return {
    path,
    sha256: createHash("sha256")
      .update(await readFile(path))
      .digest("hex"),
  };
}

export function planItem(id: string, audio: PlanFile | null, durationMs: number): PlanItem {
  return {
    itemId: itemId.parse(`item-${id}`),
    trackId: trackId.parse(`track-${id}`),
    title: `Title ${id}`,
    artist: `Artist ${id}`,
    isrcCode: null,
    durationMs,
    audio,
    loudness: null,
    artwork: null,
    isGapless: false,
  };
}

export function testPlan(items: readonly PlanItem[], url: string, streamKey: string, changes: Partial<Plan> = {}): Plan {
  return {
    streamId: streamId.parse("stream-1"),
    sessionId: sessionId.parse("session-1"),
    startedAt: new Date().toISOString(),
    profileId: "720p30",
    quality: "standard",
    renderEncoder: "software",
    order: "sequential",
    crossfadeMs: 0,
    targetLufs: -14,
    channelName: "Night Radio",
    items,
    background: { kind: "default" },
    rotation: [],
    autoSwitch: "never",
    transition: "instant",
    scene: BUILT_IN_SCENE,
    media: {},
    stats: { viewerCount: null },
    statsIntervalMs: 60_000,
    destinations: [{ id: destinationId.parse("destination-1"), kind: "rtmp", url, streamKey }],
    ...changes,
  };
}
