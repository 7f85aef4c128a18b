import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inspect } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type Logger, PROFILES, type Plan, type PlanFile, SILENT, itemId, scene, sessionId, streamId, trackId } from "@nightjar/contract";
import { createScheduler, guardedInput, makeMezzanine, run, VIDEO_DEMUXERS } from "@nightjar/media";
import { createNodeSceneHost } from "@nightjar/scene/node";
import { z } from "zod";
import { createEngine } from "../src/engine.ts";
import { QUIET_ARGS, videoEncoderArgs } from "../src/render/encoder-args.ts";

/**
 * The engine with nothing around it, told what to render by lines of JSON on standard input and answering with lines of
 * JSON: `npm run bench -- render` measures with it. Arguments: a folder of its own, a video.
 */
const request = z.discriminatedUnion("run", [
  /** Renders a track of this length under a scene, through plan, preparer and renderer. */
  z.object({ run: z.literal("ours"), title: z.string(), scene, sound: z.string(), durationMs: z.number() }),
  /** ffmpeg alone: decodes the same loop and encodes it with the same parameters. */
  z.object({ run: z.literal("plain"), frames: z.number().int() }),
]);
type Request = z.infer<typeof request>;

const PROFILE = PROFILES["1080p30"];
const NICENESS = 10;
const TIMEOUT_MS = 10 * 60_000;
const [dir = "", video = ""] = process.argv.slice(2);

interface Rendered {
  readonly count: number;
  readonly ms: number;
  readonly bytes: number;
}

const rendered = new Map<string, PromiseWithResolvers<Rendered>>();
const log: Logger = { ...SILENT, info: note, error: tell };
const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
const sceneHost = createNodeSceneHost();
const engine = await createEngine({
  engineDir: join(dir, "engine"),
  ffmpegPath: "ffmpeg",
  ffprobePath: "ffprobe",
  scheduler,
  log,
  startWorker: () => new Worker(new URL("../src/playout/worker-entry.ts", import.meta.url)),
  loadSceneHost: () => sceneHost,
});
const loop = join(dir, "loop.mp4");
const { durationMs: loopMs } = await makeMezzanine(video, loop, { ffmpegPath: "ffmpeg", ffprobePath: "ffprobe" });
const slate = [nextUnit("video"), nextUnit("audio")];
await engine.reconcile([]);
await Promise.all(slate);

let serial = 0;
answer({ ready: true, loopMs, cores: cpus().length });
for await (const line of createInterface(process.stdin)) answer(await serve(request.parse(JSON.parse(line))));
await engine.close({ offAir: true });
await scheduler.close();

async function serve(wanted: Request): Promise<object> {
  const before = await childSeconds();
  const result = await (wanted.run === "plain" ? plain(wanted.frames) : ours(wanted));
  return { ...result, cpuSeconds: (await childSeconds()) - before };
}

async function ours(wanted: Extract<Request, { run: "ours" }>): Promise<object> {
  const plan = await planOf(wanted);
  const picture = nextUnit("video");
  engine.apply(plan);
  const { count, ms, bytes } = await picture;
  engine.stop(plan.streamId);
  await settled();
  return { frames: count, ms, bytes, coverage: await coverage(wanted) };
}

async function plain(frames: number): Promise<object> {
  const args = [...QUIET_ARGS, ...guardedInput(loop, VIDEO_DEMUXERS), "-map", "0:v:0", "-frames:v", String(frames)];
  let bytes = 0;
  const onStdout = (chunk: Uint8Array) => void (bytes += chunk.length);
  const options = { timeoutMs: TIMEOUT_MS, niceness: NICENESS, onStdout };
  const { durationMs } = await run("ffmpeg", [...args, ...videoEncoderArgs(PROFILE, "ultrafast")], options);
  return { frames, ms: durationMs, bytes };
}

async function planOf({ title, scene: shown, sound, durationMs }: Extract<Request, { run: "ours" }>): Promise<Plan> {
  serial += 1;
  const item = { itemId: itemId.parse("item"), trackId: trackId.parse("track"), title, artist: "Bench", isrcCode: null };
  const loudness = { integratedLufs: -14, rangeLu: 5, truePeakDbtp: -3 };
  return {
    streamId: streamId.parse("stream"),
    sessionId: sessionId.parse(`session-${serial}`),
    startedAt: new Date().toISOString(),
    profileId: PROFILE.id,
    quality: "standard",
    renderEncoder: "software",
    order: "sequential",
    crossfadeMs: 0,
    targetLufs: -14,
    channelName: "Bench",
    items: [{ ...item, durationMs, audio: await planFile(sound), loudness, artwork: null, isGapless: false }],
    background: { kind: "video", file: await planFile(loop) },
    rotation: [],
    autoSwitch: "never",
    transition: "instant",
    scene: shown,
    media: {},
    stats: { viewerCount: null },
    statsIntervalMs: 3_600_000,
    destinations: [],
  };
}

/** The share of the canvas that is drawn on. */
async function coverage({ title, scene: shown, durationMs }: Extract<Request, { run: "ours" }>): Promise<number> {
  const host = await sceneHost;
  const frame = { title, artist: "Bench", channelName: "Bench", positionMs: null, durationMs };
  await host.prepare(shown, frame);
  const boxes = host.renderBoxes(shown, frame, { artwork: null, media: new Map() }, PROFILE);
  const drawn = boxes.reduce((sum, box) => sum + box.widthPx * box.heightPx, 0);
  return drawn / (PROFILE.widthPx * PROFILE.heightPx);
}

async function planFile(path: string): Promise<PlanFile> {
  return {
    path,
    sha256: createHash("sha256")
      .update(await readFile(path))
      .digest("hex"),
  };
}

function nextUnit(kind: "video" | "audio"): Promise<Rendered> {
  const waiting = Promise.withResolvers<Rendered>();
  rendered.set(kind, waiting);
  return waiting.promise;
}

/** Nothing of what was rendered, or follows from it, is still at work when the next is measured. */
async function settled(): Promise<void> {
  for (;;) {
    const { queued, running } = scheduler.snapshot();
    if (queued.length + running.length === 0 && engine.onAir(streamId.parse("stream")).state === "off") return;
    await pause(100);
  }
}

/** CPU seconds of all children that have ended. USER_HZ is 100 on every Linux that runs Node. */
async function childSeconds(): Promise<number> {
  const text = await readFile("/proc/self/stat", "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function note(fields: Readonly<Record<string, unknown>>, message: string): void {
  if (message !== "unit rendered" || typeof fields["kind"] !== "string") return;
  const facts = z.object({ count: z.number(), ms: z.number(), bytes: z.number() }).parse(fields);
  rendered.get(fields["kind"])?.resolve(facts);
}

function tell(fields: Readonly<Record<string, unknown>>, message: string): void {
  process.stderr.write(`${message} ${inspect(fields)}\n`);
}

function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
