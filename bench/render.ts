import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Interface, createInterface } from "node:readline";
import { benchFolder } from "./lib/folder.ts";
import { median } from "./lib/statistics.ts";

/**
 * What it costs to lay a scene on a picture: a 20 s loop rendered by the engine, against ffmpeg alone that decodes and
 * encodes the same loop with the same parameters. They take turns, so that a noisy machine disturbs both alike.
 */
const RUNS = Number(process.env["RUNS"] ?? 5);
/** At least 10: shorter loops are rendered several times over. */
const LOOP_SECONDS = Number(process.env["LOOP_SECONDS"] ?? 20);
const FRAMES = LOOP_SECONDS * 30;
const MOST = 1.15;
const LONG_MINUTES = 60;

interface Run {
  readonly frames: number;
  readonly ms: number;
  readonly bytes: number;
  readonly cpuSeconds: number;
  /** Ours alone: the share of the canvas that is drawn on. */
  readonly coverage?: number;
}

type Ask = (request: object) => Promise<Run>;

/** A cover with text beside it, in three sizes: about 6, 12 and 25 % of the canvas, in one to four boxes. */
const SCENES = [
  { elements: [cover(240, 72, 768), text(48, 340, 790)] },
  { elements: [cover(480, 72, 528), text(72, 590, 540), text(40, 1400, 72)] },
  { elements: [cover(680, 72, 328), text(88, 790, 340), text(56, 790, 480), text(48, 1300, 72)] },
];

const dir = benchFolder();
const children: ChildProcess[] = [];
try {
  process.exitCode = await measure();
} finally {
  for (const child of children) child.kill("SIGKILL");
}

async function measure(): Promise<number> {
  const video = join(dir, "source.mp4");
  const sound = join(dir, "sound.wav");
  const long = join(dir, "long.wav");
  // A picture that moves everywhere and has the grain of footage.
  const source = `testsrc2=s=1920x1080:r=30:d=${LOOP_SECONDS},noise=alls=10:allf=t+u`;
  await ffmpeg(["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", "-preset", "veryfast", "-crf", "18", video]);
  await ffmpeg(["-f", "lavfi", "-i", `sine=frequency=440:sample_rate=48000:duration=${LOOP_SECONDS + 10}`, sound]);
  await ffmpeg(["-f", "lavfi", "-i", `sine=frequency=440:sample_rate=8000:duration=${LONG_MINUTES * 60}`, long]);
  const script = new URL("../packages/broadcast/bench/render-host.ts", import.meta.url).pathname;
  const host = spawn(process.execPath, [script, join(dir, "engine"), video], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(host);
  const lines = createInterface({ input: host.stdout });
  const ask: Ask = (request) => answerTo(host, lines, request);
  await nextLine(host, lines);

  const short = { run: "ours", sound, durationMs: (LOOP_SECONDS + 10) * 1000 };
  // Fonts, the sound and ffmpeg itself are read from the disk once; that is not measured.
  await ask({ ...short, scene: SCENES[0], title: "Warm-up" });
  await ask({ run: "plain", frames: FRAMES });
  let missed = 0;
  for (const [at, scene] of SCENES.entries()) missed += await compare(ask, (nth) => ({ ...short, scene, title: `Track ${at}.${nth}` }));
  const request = { run: "ours", sound: long, durationMs: LONG_MINUTES * 60_000, scene: SCENES[1], title: "An hour" };
  const ofAnHour = await ask(request);
  const isOneLoop = ofAnHour.frames === FRAMES;
  print(`a ${LOOP_SECONDS} s loop under a track of ${LONG_MINUTES} min, nothing moving:`);
  print(`  ${ofAnHour.frames} pictures, ${(ofAnHour.ms / 1000).toFixed(1)} s, ${(ofAnHour.bytes / 1e6).toFixed(1)} MB`);
  print(`  of ${LONG_MINUTES * 60 * 30} pictures on air; one loop is ${FRAMES}: ${isOneLoop ? "ok" : "MISSED"}`);
  return missed + (isOneLoop ? 0 : 1) === 0 ? 0 : 1;
}

async function compare(ask: Ask, request: (nth: number) => object): Promise<number> {
  const ours: Run[] = [];
  const plain: Run[] = [];
  for (let nth = 0; nth < RUNS; nth += 1) {
    ours.push(await ask(request(nth)));
    plain.push(await ask({ run: "plain", frames: FRAMES }));
  }
  const wrong = [...ours, ...plain].find(({ frames }) => frames !== FRAMES);
  if (wrong) throw new Error(`${wrong.frames} pictures instead of ${FRAMES}`);
  const ratio = median(ours.map(({ ms }) => ms)) / median(plain.map(({ ms }) => ms));
  const cpuRatio = median(ours.map((run) => run.cpuSeconds)) / median(plain.map((run) => run.cpuSeconds));
  print(`overlays on ${((ours[0]?.coverage ?? 0) * 100).toFixed(1)} % of the canvas, median of ${RUNS} runs in turns:`);
  print(`  ours   ${seconds(ours)}`);
  print(`  ffmpeg ${seconds(plain)}`);
  print(
    `  time, ours / ffmpeg alone ${ratio.toFixed(3)}   at most ${MOST}   ${ratio <= MOST ? "ok" : "MISSED"}   (CPU ${cpuRatio.toFixed(3)})`,
  );
  return ratio <= MOST ? 0 : 1;
}

function seconds(runs: readonly Run[]): string {
  const time = median(runs.map(({ ms }) => ms)) / 1000;
  return `${time.toFixed(2)} s, CPU ${median(runs.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)} s`;
}

async function answerTo(host: ChildProcess, lines: Interface, request: object): Promise<Run> {
  const answer = nextLine(host, lines);
  host.stdin?.write(`${JSON.stringify(request)}\n`);
  return JSON.parse(await answer) as Run;
}

async function nextLine(host: ChildProcess, lines: Interface): Promise<string> {
  const waiting = new AbortController();
  const ended = once(host, "exit", { signal: waiting.signal }).then(() => Promise.reject(new Error("the engine ended")));
  ended.catch(() => undefined);
  try {
    const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
    return line;
  } finally {
    waiting.abort();
  }
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const child = spawn("ffmpeg", ["-nostdin", "-nostats", "-loglevel", "error", "-y", ...args], { stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function cover(fontSize: number, xPosition: number, yPosition: number): object {
  return element("artwork", fontSize, xPosition, yPosition);
}

function text(fontSize: number, xPosition: number, yPosition: number): object {
  return element("track-title", fontSize, xPosition, yPosition);
}

function element(type: "artwork" | "track-title", fontSize: number, xPosition: number, yPosition: number): object {
  const look = { fontFamily: "Inter", fontWeight: "700", textColor: "#FFFFFF", opacity: 80, isVisible: true } as const;
  return {
    id: `${type}-${xPosition}-${yPosition}`,
    type,
    xPosition,
    yPosition,
    fontSize,
    ...look,
    boxWidthPx: null,
    content: null,
    mediaAssetId: null,
  };
}
