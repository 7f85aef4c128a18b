import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EncoderProfile, PROFILES } from "@nightjar/contract";
import { type Scheduler, createScheduler, run } from "@nightjar/media";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeSlate, type Slate } from "../src/director/prepare/slate.ts";
import { UnitCache } from "../src/render/cache.ts";
import { Renderer } from "../src/render/renderer.ts";
import type { CompositeRequest } from "../src/render/requests.ts";
import { SecondPass } from "../src/render/second-pass.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { type LogLine, memoryLog, planFile, testFolder } from "./support/engine.ts";
import { until } from "./support/studio.ts";

const PROFILE: EncoderProfile = { ...PROFILES["720p30"], widthPx: 640, heightPx: 360, videoKbps: 400 };
const URGENCY = { lane: "air", dueAtMs: 0, label: "A picture" } as const;
const LONG_MS = 100_000;

interface Bench {
  readonly scheduler: Scheduler;
  readonly renderer: Renderer;
  readonly slate: Slate;
  readonly lines: readonly LogLine[];
  readonly inUse: Set<string>;
  readonly betters: Map<string, UnitRef>;
  request(frames: number): CompositeRequest;
}

let bench: Bench;
let close: () => Promise<void>;

beforeEach(async () => {
  const { dir, remove } = await testFolder();
  const { log, lines } = memoryLog();
  const cache = new UnitCache(join(dir, "cache"));
  await cache.open();
  const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
  const inUse = new Set<string>();
  const betters = new Map<string, UnitRef>();
  const onBetter = (key: string, unit: UnitRef) => void betters.set(key, unit);
  const secondPass = new SecondPass({
    ...{ scheduler, log, onBetter, quietMs: 100, pollMs: 20 },
    making: () => renderer.runningKeys,
    inUse: () => inUse,
  });
  const options = { cache, workDir: join(dir, "cache", "unfinished"), ffmpegPath: "ffmpeg", ffmpegVersion: "test", scheduler, log };
  const renderer = new Renderer({ ...options, onUnit: () => undefined, secondPass: () => secondPass });
  const path = join(dir, "grain.mp4");
  const source = "mandelbrot=s=640x360:rate=30:start_scale=0.6:end_scale=0.05:end_pts=200,noise=alls=5:allf=t";
  await run(
    "ffmpeg",
    ["-v", "error", "-f", "lavfi", "-i", source, "-t", "8", "-pix_fmt", "yuv420p", "-crf", "12", "-preset", "ultrafast", path],
    {
      timeoutMs: LONG_MS,
    },
  );
  const file = await planFile(path);
  const request = (frames: number): CompositeRequest => {
    const background = { kind: "video", file, passes: 1 } as const;
    return { purpose: "wanted" as const, background, sceneKey: "none", draw: () => Promise.resolve([]), maxFrames: frames };
  };
  bench = { scheduler, renderer, slate: await makeSlate(renderer, PROFILE, URGENCY), lines, inUse, betters, request };
  close = async () => {
    secondPass.close();
    await scheduler.close();
    await remove();
  };
});
afterEach(() => close());

const composite = (frames: number) => bench.renderer.composite(PROFILE, bench.slate.headers, bench.request(frames), URGENCY);
const header = async (unit: UnitRef) => (await readFile(unit.path)).subarray(0, unit.firstTagOffset).toString("hex");

it("what is on air is rendered again when nothing else is to do: nearer to the source, with the same headers, and preferred from then on", async () => {
  const fast = await (await composite(120)).done;
  bench.inUse.add(fast.key);
  await until(() => bench.betters.has(fast.key), LONG_MS);
  const better = bench.betters.get(fast.key) ?? fast;
  expect(better.key).not.toBe(fast.key);
  expect(await header(better)).toBe(await header(fast));
  const source = bench.request(120).background;
  const path = source.kind === "video" ? source.file.path : "";
  expect(await ssim(better.path, path)).toBeGreaterThan(await ssim(fast.path, path));
  expect((await (await composite(120)).done).key).toBe(better.key);
});

it("what is not on air and not to come is left as it is", async () => {
  const other = await (await composite(30)).done;
  const shown = await (await composite(60)).done;
  bench.inUse.add(shown.key);
  await until(() => bench.betters.has(shown.key), LONG_MS);
  expect([...bench.betters.keys()]).toEqual([shown.key]);
  expect((await (await composite(30)).done).key).toBe(other.key);
});

it("gives way at once to what is needed, and begins again afterwards", async () => {
  const fast = await (await composite(240)).done;
  bench.inUse.add(fast.key);
  const running = () => bench.scheduler.snapshot().running.filter(({ lane }) => lane === "idle").length;
  await until(() => running() === 1, LONG_MS);
  const needed = Promise.withResolvers<undefined>();
  const job = bench.scheduler.schedule({ lane: "air", label: "needed" }, () => needed.promise);
  await until(() => running() === 0, LONG_MS);
  expect(bench.betters.size).toBe(0);
  needed.resolve(undefined);
  await job.promise;
  await until(() => bench.betters.has(fast.key), LONG_MS);
  expect(bench.lines.filter(({ level }) => level !== "info")).toEqual([]);
});

it("the log says of each render what it was for, and of one that was given up too", async () => {
  const fast = await (await composite(240)).done;
  bench.inUse.add(fast.key);
  const told = (message: string) => bench.lines.filter((line) => line.message === message).map(({ fields }) => fields["purpose"]);
  await until(() => bench.scheduler.snapshot().running.some(({ lane }) => lane === "idle"), LONG_MS);
  const job = bench.scheduler.schedule({ lane: "air", label: "needed" }, () => until(() => told("unit given up").length > 0, LONG_MS));
  await job.promise;
  await until(() => bench.betters.has(fast.key), LONG_MS);
  expect(told("unit given up")).toEqual(["second-pass"]);
  expect(told("unit rendered").toSorted()).toEqual(["second-pass", "silence", "slate", "wanted"]);
  const wanted = bench.lines.find(({ fields }) => fields["purpose"] === "wanted");
  expect(wanted?.fields).toMatchObject({ key: fast.key, label: URGENCY.label });
});

it("gives way to what is prepared, although nobody waits for that yet", async () => {
  const fast = await (await composite(240)).done;
  bench.inUse.add(fast.key);
  await until(() => bench.scheduler.snapshot().running.length === 1, LONG_MS);
  const prepared = await bench.renderer.composite(PROFILE, bench.slate.headers, bench.request(60), { lane: "idle", label: "Prepared" });
  await prepared.done;
  expect(bench.betters.size).toBe(0);
  expect(bench.lines.filter(({ message }) => message === "unit given up").map(({ fields }) => fields["purpose"])).toEqual(["second-pass"]);
  await until(() => bench.betters.has(fast.key), LONG_MS);
});

/** Of the whole picture, 0 to 1. */
async function ssim(path: string, source: string): Promise<number> {
  const args = ["-v", "info", "-i", path, "-i", source, "-lavfi", "[1:v]trim=end_frame=120[s];[0:v][s]ssim", "-f", "null", "-"];
  const { stderrTail } = await run("ffmpeg", args, { timeoutMs: LONG_MS });
  return Number(/All:([\d.]+)/.exec(stderrTail)?.[1]);
}
