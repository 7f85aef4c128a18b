import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startRtmpIngest } from "../tooling/rtmp-ingest/src/index.ts";
import { benchFolder } from "./lib/folder.ts";
import { cpuSeconds, cpuSecondsWithChildren, pidsOf, pssBytes, withChildren } from "./lib/cpu.ts";
import { mean, median } from "./lib/statistics.ts";
import { Studio, waitUntil } from "./lib/studio.ts";

/**
 * Many streams of 1080p30 at 4.5 Mbit/s to a local ingest: what all processes of the engine cost together, how late the
 * latest bytes are, and how much memory a stream needs. `npm run bench -- scale [N ...] [--seconds S]`
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { seconds: { type: "string" } } });
const COUNTS = positionals.length > 0 ? positionals.map(Number).toSorted((a, b) => a - b) : [50, 100, 200, 400];
/** The count that the limits are made for is watched longest. */
const JUDGED_COUNT = 200;
const windowSeconds = (count: number) => Number(values.seconds ?? (count === JUDGED_COUNT ? 300 : 60));
const LIMITS = { cpuPercent: 45, lateMs: 200, pssMb: 25, pace: 0.02 } as const;
const VIDEO_KBPS = 4500;
const TRACK_SECONDS = 180;
const LOOP_SECONDS = 10;
const START_AT_ONCE = 10;
/** A shared machine is now and then slower for a while: the median of so many equal parts of the time counts. */
const PARTS = 5;
/** As long as the product's own figures look back. */
const SETTLE_MS = 30_000;
const LOOK_MS = 10_000;

const dir = benchFolder();
const dataDir = join(dir, "data");
const ingest = await startRtmpIngest({ record: false });
try {
  process.exitCode = await measureAll();
} finally {
  await ingest.remove();
}

async function measureAll(): Promise<number> {
  const studio = await Studio.start(dataDir);
  try {
    const content = await makeContent(studio);
    let isGood = true;
    let started = 0;
    for (const count of COUNTS) {
      while (started < count) {
        // The first alone: what it plays is rendered for all.
        const more = started === 0 ? 1 : Math.min(START_AT_ONCE, count - started);
        const names = Array.from({ length: more }, (_, index) => `s${started + index}`);
        // One title for all: the picture is the same, and is made once.
        await Promise.all(names.map((name) => studio.startStream("Scale", content, ingest.url, name)));
        await allReceived(started + names.length);
        // With the next tracks' joins, and once more at the leisure of an idle machine.
        if (started === 0) await studio.untilIdle();
        started += more;
      }
      await studio.untilIdle();
      await pause(SETTLE_MS);
      isGood = report(await measure(studio, count), count) && isGood;
    }
    return isGood ? 0 : 1;
  } finally {
    await studio.stop(dataDir);
  }
}

async function makeContent(studio: Studio): Promise<{ trackId: string; backgroundId: string }> {
  const audio = join(dir, "noise.mp3");
  await ffmpeg(["-f", "lavfi", "-i", `anoisesrc=d=${TRACK_SECONDS}:c=pink:a=0.2`, "-b:a", "192k", audio]);
  // A picture that moves everywhere and has the grain of footage, so that every stream has its full bitrate.
  const video = join(dir, "loop.mp4");
  const source = `testsrc2=s=1920x1080:r=30:d=${LOOP_SECONDS},noise=alls=10:allf=t+u`;
  await ffmpeg(["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-preset", "veryfast", "-crf", "18", video]);
  return { trackId: await studio.addTrack(audio, "Pink noise"), backgroundId: await studio.addBackground(video, "Loop") };
}

async function allReceived(count: number): Promise<void> {
  const areReceived = async () => {
    const received = await ingest.received();
    return received.size >= count && [...received.values()].every((bytes) => bytes > 1_000_000);
  };
  await waitUntil("all streams are received", areReceived, 180_000);
}

/** Of one core. */
interface Used {
  readonly serverPercent: number;
  readonly publishersPercent: number;
}

interface Measured {
  readonly seconds: number;
  readonly parts: readonly Used[];
  readonly lateMs: number;
  readonly leadMs: number;
  readonly pssMb: number;
  readonly serverPssMb: number;
  readonly reconnects: number;
  /** Of what the ingest received: a stream's mean, and by how much the slowest was below the middle one. */
  readonly receivedKbps: number;
  readonly slowest: number;
}

async function measure(studio: Studio, count: number): Promise<Measured> {
  const senders = pidsOf(join(dataDir, "engine", "sessions"));
  if (senders.length !== count) throw new Error(`${senders.length} publishers for ${count} streams`);
  const publishers = withChildren(senders);
  const before = { received: await ingest.received(), reconnects: await reconnects(studio) };
  const beganAtMs = performance.now();
  const parts: Used[] = [];
  const health = { lateMs: 0, leadMs: Number.POSITIVE_INFINITY };
  for (let part = 1; part <= PARTS; part += 1) {
    const cpu = cpuUsedFrom(studio, publishers);
    const seen = await watch(studio, beganAtMs + (part / PARTS) * windowSeconds(count) * 1000);
    parts.push(cpu());
    health.lateMs = Math.max(health.lateMs, seen.lateMs);
    health.leadMs = Math.min(health.leadMs, seen.leadMs);
  }
  const seconds = (performance.now() - beganAtMs) / 1000;
  const after = await ingest.received();
  const kbps = [...after]
    .map(([name, bytes]) => ((bytes - (before.received.get(name) ?? 0)) * 8) / seconds / 1000)
    .toSorted((a, b) => a - b);
  const middle = kbps[Math.floor(kbps.length / 2)] ?? 0;
  const serverPssMb = pssBytes(studio.pid) / 1e6;
  const publishersPssMb = publishers.reduce((sum, pid) => sum + pssBytes(pid), 0) / 1e6;
  return {
    ...{ seconds, parts, ...health, serverPssMb },
    pssMb: (serverPssMb + publishersPssMb) / count,
    reconnects: (await reconnects(studio)) - before.reconnects,
    receivedKbps: kbps.reduce((sum, one) => sum + one, 0) / count,
    slowest: 1 - (kbps[0] ?? 0) / middle,
  };
}

/** From now on until it is asked. */
function cpuUsedFrom(studio: Studio, publishers: readonly number[]): () => Used {
  const look = () => ({ server: cpuSecondsWithChildren(studio.pid), publishers: cpuSeconds(publishers), atMs: performance.now() });
  const before = look();
  return () => {
    const now = look();
    const percent = (usedSeconds: number) => (100_000 * usedSeconds) / (now.atMs - before.atMs);
    return { serverPercent: percent(now.server - before.server), publishersPercent: percent(now.publishers - before.publishers) };
  };
}

/** The worst of what the product tells of its own time; each look covers the last half minute. */
async function watch(studio: Studio, untilMs: number): Promise<{ lateMs: number; leadMs: number }> {
  const worst = { lateMs: 0, leadMs: Number.POSITIVE_INFINITY };
  for (let leftMs = untilMs - performance.now(); leftMs > 0; leftMs = untilMs - performance.now()) {
    await pause(Math.min(LOOK_MS, leftMs));
    const gauges = await studio.gauges();
    worst.lateMs = Math.max(worst.lateMs, gauges.get("nightjar_playout_late_ms_max") ?? Number.NaN);
    worst.leadMs = Math.min(worst.leadMs, gauges.get("nightjar_playout_lead_ms_min") ?? Number.NaN);
  }
  return worst;
}

async function reconnects(studio: Studio): Promise<number> {
  const streams = await studio.call<{ id: string }[]>("GET", "/api/streams");
  const answers = await Promise.all(
    streams.map(({ id }) => studio.call<{ destinations: { reconnects: number }[] }>("GET", `/api/streams/${id}/on-air`)),
  );
  return answers.flatMap(({ destinations }) => destinations).reduce((sum, destination) => sum + destination.reconnects, 0);
}

function report(found: Measured, count: number): boolean {
  const { parts, lateMs, leadMs, pssMb, serverPssMb, receivedKbps, slowest } = found;
  const isJudged = count === JUDGED_COUNT;
  process.stdout.write(`\n${count} streams of 1080p30 at ${VIDEO_KBPS / 1000} Mbit/s, ${Math.round(found.seconds)} s\n`);
  const line = (name: string, value: string, verdict = "") =>
    process.stdout.write(`  ${name.padEnd(46)} ${value.padStart(12)}   ${verdict}\n`);
  const verdicts: boolean[] = [];
  const limited = (name: string, value: string, isKept: boolean, limit: string) => {
    verdicts.push(isKept);
    line(name, value, isJudged ? `${limit}   ${isKept ? "ok" : "MISSED"}` : limit);
  };
  const together = parts.map(({ serverPercent, publishersPercent }) => serverPercent + publishersPercent);
  const cpuPercent = median(together);
  const cpuLimit = isJudged ? `at most ${LIMITS.cpuPercent} %` : "";
  limited("engine, all processes, of one core", `${cpuPercent.toFixed(1)} %`, !isJudged || cpuPercent <= LIMITS.cpuPercent, cpuLimit);
  line(`  median of ${PARTS} parts of the time`, "", together.map((percent) => percent.toFixed(1)).join(" "));
  line("  mean of all", `${mean(together).toFixed(1)} %`);
  line("  of that the server", `${mean(parts.map((part) => part.serverPercent)).toFixed(1)} %`);
  line("  of that the publishers", `${mean(parts.map((part) => part.publishersPercent)).toFixed(1)} %`);
  line("  a stream", `${(cpuPercent / count).toFixed(3)} %`);
  limited("latest bytes after their tick", `${lateMs} ms`, lateMs <= LIMITS.lateMs, `at most ${LIMITS.lateMs} ms`);
  line("least lead over the time on air", `${leadMs} ms`, "late below 0");
  limited("memory a stream (PSS)", `${pssMb.toFixed(1)} MB`, pssMb <= LIMITS.pssMb, `at most ${LIMITS.pssMb} MB`);
  line("  the server in all", `${serverPssMb.toFixed(0)} MB`);
  limited("connections lost", String(found.reconnects), found.reconnects === 0, "none");
  limited("received a stream", `${receivedKbps.toFixed(0)} kbit/s`, receivedKbps > VIDEO_KBPS * 0.95, `${VIDEO_KBPS} and sound`);
  limited(
    "slowest stream below the middle one",
    `${(slowest * 100).toFixed(1)} %`,
    slowest <= LIMITS.pace,
    `at most ${LIMITS.pace * 100} %`,
  );
  return !isJudged || verdicts.every(Boolean);
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const child = spawn("ffmpeg", ["-nostdin", "-y", "-nostats", "-loglevel", "error", ...args], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}`);
}
