import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startRtmpIngest } from "../tooling/rtmp-ingest/src/index.ts";
import { benchFolder } from "./lib/folder.ts";
import { median } from "./lib/statistics.ts";
import { Studio, waitUntil } from "./lib/studio.ts";

/**
 * How long a changed background takes to the far end of a running stream, from the call to the arrival of its first picture:
 * when it is in the cache, and when it has to be rendered first. Over a cut, and over a fade.
 */
const COLOURS = ["red", "lime", "blue", "yellow", "magenta", "cyan"] as const;
const LOOP_SECONDS = 10;
const ON_WIRE_MS = 2500;
/** What was written at the last change is then there. */
const SETTLE_MS = 4500;

interface Change {
  readonly kind: string;
  readonly colour: string;
  readonly atMs: number;
}

const dir = benchFolder();
const ingest = await startRtmpIngest();
try {
  process.exitCode = await measure();
} finally {
  await ingest.remove();
}

async function measure(): Promise<number> {
  const audio = join(dir, "tone.mp3");
  await ffmpeg(["-f", "lavfi", "-i", "anoisesrc=d=900:c=pink:a=0.2", "-b:a", "64k", audio]);
  const loops = COLOURS.map((colour) => join(dir, `${colour}.mp4`));
  for (const [index, path] of loops.entries()) {
    const source = `color=${COLOURS[index]}:s=1920x1080:r=30:d=${LOOP_SECONDS},noise=alls=10:allf=t`;
    await ffmpeg(["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-preset", "ultrafast", "-b:v", "4M", path]);
  }
  const renderMs = await renderAlone(loops[0] ?? "");
  const dataDir = join(dir, "data");
  const studio = await Studio.start(dataDir);
  try {
    return await measureOn(studio, loops, audio, renderMs);
  } finally {
    await studio.stop(dataDir);
  }
}

async function measureOn(studio: Studio, loops: readonly string[], audio: string, renderMs: number): Promise<number> {
  const trackId = await studio.addTrack(audio, "Pink noise");
  const ids: string[] = [];
  for (const [index, path] of loops.entries()) ids.push(await studio.addBackground(path, COLOURS[index] ?? ""));
  // The normalised copies: what airs changes when they are there.
  await waitUntil(
    "all backgrounds have their copies",
    async () => (await studio.call<{ isPreparing: boolean }[]>("GET", "/api/backgrounds")).every(({ isPreparing }) => !isPreparing),
    600_000,
  );
  const streamId = await studio.startStream("Bench", { trackId, backgroundId: ids[0] ?? "" }, ingest.url, "change");
  const path = await ingest.waitForBytes("change", 4_000_000, 120_000);
  const arrivals: { bytes: number; atMs: number }[] = [];
  const watch = setInterval(() => {
    stat(path).then(
      ({ size }) => arrivals.push({ bytes: size, atMs: performance.now() }),
      () => undefined,
    );
  }, 20).unref();
  const changes: Change[] = [];
  const change = async (kind: string, index: number, transition: string) => {
    await pause(SETTLE_MS);
    changes.push({ kind, colour: COLOURS[index] ?? "", atMs: performance.now() });
    await studio.call("PATCH", `/api/streams/${streamId}`, { activeBackgroundId: ids[index], transition });
    await studio.call("POST", `/api/streams/${streamId}/update-content`);
  };
  for (const index of [1, 2, 3, 4, 5]) await change("rendered", index, "instant");
  for (const index of [0, 1, 2, 3, 4]) await change("cached, cut", index, "instant");
  for (const index of [0, 1, 2, 3, 4]) await change("cached, fade", index, "fade");
  await pause(SETTLE_MS);
  clearInterval(watch);
  return report(await tookMs(path, arrivals, changes), renderMs);
}

/** From each call to the arrival of the first picture that is not the one before. */
async function tookMs(path: string, arrivals: readonly { bytes: number; atMs: number }[], changes: readonly Change[]) {
  const [means, ends] = await Promise.all([meanColours(path), arrivalBytes(path)]);
  const arrived = ends.map((bytes) => arrivals.find((seen) => seen.bytes >= bytes)?.atMs ?? Number.POSITIVE_INFINITY);
  return changes.map((change) => {
    const last = arrived.findLastIndex((atMs) => atMs < change.atMs);
    const before = means[last] ?? [0, 0, 0];
    const first = means.findIndex((mean, index) => index > last && distance(mean, before) > 24);
    return { ...change, tookMs: (arrived[first] ?? Number.POSITIVE_INFINITY) - change.atMs };
  });
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? 0))));
}

/** Of every picture, in the order of display. */
async function meanColours(path: string): Promise<number[][]> {
  const bytes = await output("ffmpeg", [
    "-v",
    "error",
    "-i",
    path,
    "-an",
    "-vf",
    "crop=iw:ih/3:0:0,scale=1:1:flags=area,format=rgb24",
    "-fps_mode",
    "passthrough",
    "-f",
    "rawvideo",
    "-",
  ]);
  return Array.from({ length: bytes.length / 3 }, (_, index) => [...bytes.subarray(index * 3, index * 3 + 3)]);
}

/** Where each picture ends in the file, in the order of display: where it begins may be where the burst before it ended. */
async function arrivalBytes(path: string): Promise<number[]> {
  const text = await output("ffprobe", [
    "-v",
    "error",
    "-select_streams",
    "v",
    "-show_entries",
    "packet=pts,pos,size",
    "-of",
    "csv=p=0",
    path,
  ]);
  const packets = text
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const [pts, size, pos] = line.split(",").map(Number);
      if (pts === undefined || size === undefined || pos === undefined || Number.isNaN(pts + size + pos)) return [];
      return [{ pts, end: pos + size }];
    });
  return packets.toSorted((a, b) => a.pts - b.pts).map(({ end }) => end);
}

/** ffmpeg alone, with what a first render uses. */
async function renderAlone(loop: string): Promise<number> {
  const startedAtMs = performance.now();
  await ffmpeg([
    "-i",
    loop,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-b:v",
    "4500k",
    "-maxrate",
    "4500k",
    "-bufsize",
    "9000k",
    "-g",
    "60",
    "-bf",
    "2",
    "-refs",
    "3",
    "-f",
    "null",
    "-",
  ]);
  return performance.now() - startedAtMs;
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  await output("ffmpeg", ["-nostdin", "-nostats", "-loglevel", "error", "-y", ...args]);
}

async function output(program: string, args: readonly string[]): Promise<Buffer> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return Buffer.concat(parts);
}

function report(changes: readonly { kind: string; tookMs: number }[], renderMs: number): number {
  const limits = { "cached, cut": ON_WIRE_MS, "cached, fade": ON_WIRE_MS, rendered: renderMs + ON_WIRE_MS };
  process.stdout.write(`ffmpeg alone renders the ${LOOP_SECONDS} s loop in ${Math.round(renderMs)} ms\n`);
  const results = Object.entries(limits).map(([kind, mostMs]) => {
    const all = changes.filter((change) => change.kind === kind).map((change) => change.tookMs);
    const middleMs = median(all);
    const isKept = middleMs <= mostMs;
    const each = all.map((ms) => Math.round(ms)).join(" ");
    process.stdout.write(
      `background changed, ${kind.padEnd(14)} median ${Math.round(middleMs)} ms   at most ${Math.round(mostMs)}   ${isKept ? "ok" : "MISSED"}   (${each})\n`,
    );
    return isKept;
  });
  return results.every(Boolean) ? 0 : 1;
}
