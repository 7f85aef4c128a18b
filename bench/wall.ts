import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startRtmpIngest } from "../tooling/rtmp-ingest/src/index.ts";
import { cpuSecondsWithChildren } from "./lib/cpu.ts";
import { benchFolder } from "./lib/folder.ts";
import { tellProgress } from "./lib/progress.ts";
import { EMAIL, PASSWORD, Studio, waitUntil } from "./lib/studio.ts";
import { ffmpeg, kept, print } from "./lib/tools.ts";
import { objections, type Seen, worstFirst } from "./lib/wall-seen.ts";

/**
 * The wall: many streams of 1080p30 on air, each with a picture of its own, and one browser that shows them all. What that costs the server
 * a stream, beside the same time with nobody looking; how old the picture of each is; which frames the browser left out. It fails where
 * something else was seen: stand-ins for pictures, the same one of several streams, streams without any.
 * `npm run bench -- wall [--streams N] [--pictures N] [--seconds S] [--template NAME]`
 */
const text = { type: "string" } as const;
const { values } = parseArgs({ options: { streams: text, pictures: text, seconds: text, template: text } });
const STREAMS = Number(values.streams ?? 20);
/** Streams with one title share their pictures, and what was found in them. */
const PICTURES = Math.min(STREAMS, Number(values.pictures ?? STREAMS));
const SECONDS = Number(values.seconds ?? 120);
/** With one that moves, such as "Lower Third", pictures are as long as their tracks: more is to be looked at than the loop. */
const TEMPLATE = values.template ?? null;
const LIMITS = { streamPercent: 0.5, ageMs: 10_000, droppedPercent: 2 } as const;
const TRACK_SECONDS = 90;
const LOOP_SECONDS = 10;
const COUNT_EVERY_MS = 5000;
const STEADY_TIMEOUT_MS = 600_000;
/** For pictures that move. */
const MADE_TIMEOUT_MS = 2 * 3_600_000;
/** As the browser's part does. */
const SAMPLES_A_SECOND = 2;
/** The browser's part waits two minutes for the first pictures; all else may take as long. */
const LOOK_TIMEOUT_MS = (SECONDS + 240) * 1000;

const dir = benchFolder();
const dataDir = join(dir, "data");
const ingest = await startRtmpIngest({ record: false });
try {
  process.exitCode = await measure();
} finally {
  await ingest.remove();
}

async function measure(): Promise<number> {
  const studio = await Studio.start(dataDir);
  try {
    const ids = await startAll(studio);
    const soon = TEMPLATE === null ? "some minutes" : "an hour or two";
    tellProgress(`${STREAMS} streams are on air; their pictures are made, each twice: ${soon}`);
    await studio.untilIdle({ timeoutMs: MADE_TIMEOUT_MS });
    let wanted = 0;
    const areAllWanted = async () => {
      wanted = await studio.countWanted(ids);
      return wanted === STREAMS;
    };
    await waitUntil("all streams show their own picture", areAllWanted, STEADY_TIMEOUT_MS, () => `${wanted} of ${STREAMS}`);
    // Asked all the time, with and without a browser: a stand-in may come and go.
    const fewest = fewestOf(() => studio.countWanted(ids));
    tellProgress(`nobody looks, for ${SECONDS} s`);
    const { percent: alone } = await percentDuring(studio, () => pause(SECONDS * 1000));
    tellProgress("a browser opens the wall");
    const { seen, watched } = await look(studio);
    wanted = await fewest.stop();
    const why = objections(seen, { streams: STREAMS, pictures: PICTURES, samples: SAMPLES_A_SECOND * SECONDS });
    if (wanted < STREAMS) why.push(`at one time only ${wanted} of ${STREAMS} streams showed their own picture`);
    const isKept = report(alone, watched, seen);
    for (const objection of why) print(`  not what is to be measured: ${objection}`);
    return isKept && why.length === 0 ? 0 : 1;
  } finally {
    await studio.stop(dataDir);
  }
}

/** @returns their ids */
async function startAll(studio: Studio): Promise<string[]> {
  tellProgress("sound and video are made");
  const audio = join(dir, "noise.mp3");
  await ffmpeg(["-f", "lavfi", "-i", `anoisesrc=d=${TRACK_SECONDS}:c=pink:a=0.2`, "-b:a", "192k", audio]);
  const video = join(dir, "loop.mp4");
  const source = `testsrc2=s=1920x1080:r=30:d=${LOOP_SECONDS},noise=alls=10:allf=t+u`;
  await ffmpeg(["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-preset", "veryfast", "-crf", "18", video]);
  tellProgress(`a background, ${PICTURES} tracks and ${STREAMS} streams are made`);
  const templateId = TEMPLATE === null ? undefined : await templateNamed(studio, TEMPLATE);
  const backgroundId = await studio.addBackground(video, "Loop");
  const tracks: string[] = [];
  for (let at = 0; at < PICTURES; at += 1) tracks.push(await studio.addTrack(audio, `Pink noise ${at + 1}`));
  const ids: string[] = [];
  for (let at = 0; at < STREAMS; at += 1) {
    const trackId = tracks[at % tracks.length] ?? "";
    ids.push(await studio.startStream(`Station ${at + 1}`, { trackId, backgroundId, templateId }, ingest.url, `w${at}`));
  }
  let received = 0;
  const areReceived = async () => {
    received = [...(await ingest.received()).values()].filter((bytes) => bytes > 1_000_000).length;
    return received >= STREAMS;
  };
  await waitUntil("all streams are received", areReceived, STEADY_TIMEOUT_MS, () => `${received} of ${STREAMS}`);
  return ids;
}

/** @returns its id */
async function templateNamed(studio: Studio, wanted: string): Promise<string> {
  const all = await studio.call<{ id: string; name: string }[]>("GET", "/api/overlay-templates");
  const found = all.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no template ${wanted}. There are: ${all.map(({ name }) => name).join(", ")}.`);
  return found.id;
}

/** Counts until it is stopped. */
function fewestOf(count: () => Promise<number>): { stop(): Promise<number> } {
  const ending = new AbortController();
  const counted = (async () => {
    let fewest = await count();
    while (!ending.signal.aborted) {
      await pause(COUNT_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      fewest = Math.min(fewest, await count());
    }
    return fewest;
  })();
  // Said by who stops it.
  counted.catch(() => undefined);
  return {
    stop() {
      ending.abort();
      return counted;
    },
  };
}

/** Of one core, the server with all that it starts and waits for; its publishers are no children of it. */
async function percentDuring<T>(studio: Studio, work: () => Promise<T>): Promise<{ percent: number; result: T }> {
  const before = { seconds: cpuSecondsWithChildren(studio.pid), atMs: performance.now() };
  const result = await work();
  const percent = (100_000 * (cpuSecondsWithChildren(studio.pid) - before.seconds)) / (performance.now() - before.atMs);
  return { percent, result };
}

async function look(studio: Studio): Promise<{ seen: Seen; watched: number }> {
  const script = new URL("../e2e/bench/wall.ts", import.meta.url).pathname;
  const args = [script, studio.url, EMAIL, PASSWORD, String(STREAMS), String(SECONDS)];
  const child = kept(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], timeout: LOOK_TIMEOUT_MS }));
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  if ((await lines.next()).value !== "looking") throw new Error("the browser's part did not begin");
  const { percent: watched, result } = await percentDuring(studio, () => lines.next());
  await ended;
  if (result.done === true) throw new Error(`the browser's part told nothing, or not within ${LOOK_TIMEOUT_MS / 1000} s`);
  return { seen: JSON.parse(result.value) as Seen, watched };
}

/** Whether all limits were kept. */
function report(alone: number, watched: number, { agesMs, streams, frames }: Seen): boolean {
  const own = `${PICTURES} pictures of their own${TEMPLATE === null ? "" : `, with the template ${TEMPLATE}`}`;
  print(`\n${STREAMS} streams of 1080p30 on air with ${own}, ${SECONDS} s with nobody looking, ${SECONDS} s with one browser on the wall`);
  const line = (name: string, value: string, verdict = "") => print(`  ${name.padEnd(48)} ${value.padStart(12)}   ${verdict}`);
  const verdicts: boolean[] = [];
  const limited = (name: string, value: string, isKept: boolean, limit: string) => {
    verdicts.push(isKept);
    line(name, value, `${limit}   ${isKept ? "ok" : "MISSED"}`);
  };
  const streamPercent = (watched - alone) / STREAMS;
  line("server, of one core, nobody looking", `${alone.toFixed(2)} %`, `${(alone / STREAMS).toFixed(3)} % a stream`);
  line("server, of one core, one browser looking", `${watched.toFixed(2)} %`, `${(watched / STREAMS).toFixed(3)} % a stream`);
  limited(
    "the looking, a stream",
    `${streamPercent.toFixed(3)} %`,
    streamPercent <= LIMITS.streamPercent,
    `at most ${LIMITS.streamPercent} %`,
  );
  const [medianMs, p95Ms, maxMs] = agesMs;
  line("age of a picture, median", `${medianMs} ms`);
  line("age of a picture, 95 of 100", `${p95Ms} ms`);
  limited("age of a picture, largest", `${maxMs} ms`, streams.length > 0 && maxMs <= LIMITS.ageMs, `at most ${LIMITS.ageMs} ms`);
  const droppedPercent = (100 * frames.dropped) / Math.max(1, frames.shown + frames.dropped);
  const told = `${frames.dropped} of ${frames.shown + frames.dropped}`;
  limited("frames left out by the browser", told, droppedPercent <= LIMITS.droppedPercent, `at most ${LIMITS.droppedPercent} %`);
  print("age of the picture by stream, the worst first: median, 95 of 100, largest");
  for (const { title, agesMs: ages, samples } of worstFirst(streams))
    print(`  ${title.padEnd(20)} ${ages.map((ms) => `${String(ms).padStart(6)} ms`).join(" ")}   ${samples} samples`);
  return verdicts.every(Boolean);
}
