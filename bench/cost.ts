import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type RtmpIngest, startRtmpIngest } from "../tooling/rtmp-ingest/src/index.ts";
import { benchFolder } from "./lib/folder.ts";
import { cpuSeconds, pidsOf } from "./lib/cpu.ts";
import { Studio } from "./lib/studio.ts";

/**
 * What a stream costs, in per cent of one core, all processes counted: ours, `ffmpeg -re -c copy` of the same bytes, and
 * ffmpeg composing and encoding live. Ours and the bare copy are measured in the same seconds, so that a noisy machine
 * disturbs both alike.
 */
const STREAMS = Number(process.env["STREAMS"] ?? 20);
const WINDOW_MS = Number(process.env["WINDOW_MS"] ?? 30_000);
const TRACK_SECONDS = 180;
const LOOP_SECONDS = 10;
const SETTLE_MS = 5000;
const TO_LIVE = 1 / 300;
const TO_BARE = 0.5;

const dir = benchFolder();
const ingest = await startRtmpIngest();
const children: ChildProcess[] = [];
try {
  process.exitCode = await measure();
} finally {
  for (const child of children) child.kill("SIGKILL");
  await ingest.remove();
}

async function measure(): Promise<number> {
  const audio = join(dir, "tone.mp3");
  await ffmpeg(["-f", "lavfi", "-i", `anoisesrc=d=${TRACK_SECONDS}:c=pink:a=0.2`, "-b:a", "192k", audio]);
  // A picture that moves everywhere and has the grain of footage: what a live encoder pays for again in every second.
  const video = join(dir, "loop.mp4");
  const source = `testsrc2=s=1920x1080:r=30:d=${LOOP_SECONDS},noise=alls=10:allf=t+u`;
  await ffmpeg(["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-preset", "veryfast", "-crf", "18", video]);
  const dataDir = join(dir, "data");
  const studio = await Studio.start(dataDir);
  const content = { trackId: await studio.addTrack(audio, "Pink noise"), backgroundId: await studio.addBackground(video, "Loop") };
  for (let index = 0; index < STREAMS; index += 1) await studio.startStream("Cost", content, ingest.url, `ours${index}`);
  await Promise.all(keys("ours").map((key) => ingest.waitForBytes(key, 4_000_000, 120_000)));
  await studio.untilIdle();

  const recording = join(dir, "recording.flv");
  const [first] = await ingest.recordings("ours0");
  if (!first) throw new Error("nothing was recorded");
  await copyFile(first, recording);
  for (const key of keys("bare"))
    children.push(background(["-re", "-stream_loop", "-1", "-i", recording, "-c", "copy", "-f", "flv", `${ingest.url}/${key}`]));
  const bare = children.flatMap((child) => child.pid ?? []);
  await pause(SETTLE_MS);

  const publishers = pidsOf(join(dataDir, "engine", "sessions"));
  if (publishers.length !== STREAMS) throw new Error(`${publishers.length} publishers for ${STREAMS} streams`);
  const [serverPercent = NaN, publishersPercent = NaN, barePercent = NaN] = await percentOfCore([[studio.pid], publishers, bare]);
  for (const child of children) child.kill("SIGKILL");
  await studio.stop(dataDir);
  const livePercent = await liveComposite(video, audio, ingest);
  return report({ server: serverPercent / STREAMS, publishers: publishersPercent / STREAMS }, barePercent / STREAMS, livePercent);
}

function keys(prefix: string): string[] {
  return Array.from({ length: STREAMS }, (_, index) => `${prefix}${index}`);
}

async function percentOfCore(groups: readonly (readonly number[])[]): Promise<number[]> {
  const before = groups.map(cpuSeconds);
  const startedAtMs = performance.now();
  await pause(WINDOW_MS);
  const seconds = (performance.now() - startedAtMs) / 1000;
  return groups.map((group, index) => (100 * (cpuSeconds(group) - (before[index] ?? 0))) / seconds);
}

/** The way of the peers: decode the loop, lay a picture on it, encode, for every second again. */
async function liveComposite(loop: string, audio: string, { url }: RtmpIngest): Promise<number> {
  const overlay = join(dir, "overlay.png");
  await ffmpeg(["-f", "lavfi", "-i", "color=c=white@0.5:s=640x200,format=rgba", "-frames:v", "1", overlay]);
  const picture = [
    "-filter_complex",
    "[0:v][1:v]overlay=64:800[out]",
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-b:v",
    "4500k",
    "-maxrate",
    "4500k",
    "-bufsize",
    "9000k",
  ];
  const sound = ["-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "160k"];
  const loops = ["-re", "-stream_loop", "-1"];
  const inputs = [...loops, "-i", loop, "-i", overlay, ...loops, "-i", audio];
  const maps = ["-map", "[out]", "-map", "2:a"];
  const child = background([...inputs, ...picture, ...maps, ...sound, "-f", "flv", `${url}/live`]);
  children.push(child);
  await pause(SETTLE_MS);
  const [percent] = await percentOfCore([[child.pid ?? 0]]);
  child.kill("SIGKILL");
  return percent ?? NaN;
}

function background(args: readonly string[]): ChildProcess {
  return spawn("ffmpeg", ["-nostdin", "-nostats", "-loglevel", "error", ...args], { stdio: "ignore" });
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const [code] = (await once(background(["-y", ...args]), "exit")) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

function report(parts: { server: number; publishers: number }, bare: number, live: number): number {
  const ours = parts.server + parts.publishers;
  const line = (name: string, percent: number) =>
    process.stdout.write(`${name.padEnd(44)} ${percent.toFixed(3).padStart(9)} % of one core a stream\n`);
  line("ffmpeg, live composite, x264 veryfast", live);
  line("ffmpeg -re -c copy", bare);
  line(`ours, ${STREAMS} streams, all processes`, ours);
  line("  of that, publishers", parts.publishers);
  const verdicts = [
    { name: "ours / live composite", ratio: ours / live, most: TO_LIVE },
    { name: "ours / bare copy", ratio: ours / bare, most: TO_BARE },
  ];
  for (const { name, ratio, most } of verdicts) {
    const mark = ratio <= most ? "ok" : "MISSED";
    process.stdout.write(`${name.padEnd(44)} ${ratio.toFixed(4).padStart(9)}   at most ${most.toFixed(4)}   ${mark}\n`);
  }
  return verdicts.every(({ ratio, most }) => ratio <= most) ? 0 : 1;
}
