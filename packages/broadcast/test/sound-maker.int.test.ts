import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Plan, type PlanItem, PROFILES } from "@nightjar/contract";
import { createScheduler, measureLoudness, run } from "@nightjar/media";
import { timePasses } from "@nightjar/kit/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Slate, makeSlate } from "../src/director/prepare/slate.ts";
import { SoundMaker, type SoundMakerOptions } from "../src/director/prepare/sound-maker.ts";
import { UnitCache } from "../src/render/cache.ts";
import { EdgeStore } from "../src/render/edges.ts";
import { LevelStore } from "../src/render/levels.ts";
import { Renderer } from "../src/render/renderer.ts";
import { SourceFactsStore } from "../src/render/source-facts.ts";
import { memoryLog, planFile, planItem, testFolder, testPlan } from "./support/engine.ts";

const TIMEOUT_MS = 60_000;
const URGENCY = { lane: "air", label: "test" } as const;
const LEVEL = { integratedLufs: -14, rangeLu: 1, truePeakDbtp: -9 };

let folder: Awaited<ReturnType<typeof testFolder>>;
let options: SoundMakerOptions;
let maker: SoundMaker;
let cache: UnitCache;
let edges: EdgeStore;
let slate: Slate;

beforeAll(async () => {
  folder = await testFolder();
  const { log } = memoryLog();
  const dir = join(folder.dir, "cache");
  cache = new UnitCache(dir);
  await cache.open();
  const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
  const tools = { ffmpegPath: "ffmpeg", ffmpegVersion: "test" };
  const workDir = join(dir, "unfinished");
  await mkdir(workDir, { recursive: true });
  const renderer = new Renderer({ ...tools, cache, workDir, scheduler, log, onUnit: () => undefined });
  edges = new EdgeStore({ ...tools, cache });
  options = {
    ...{ renderer, log },
    edges,
    facts: new SourceFactsStore({ dir, ...tools }),
    levels: new LevelStore({ dir, ...tools }),
    measure: (path) => measureLoudness(path, { ffmpegPath: "ffmpeg" }),
  };
  maker = new SoundMaker(options);
  slate = await makeSlate(renderer, PROFILES["720p30"], { ...URGENCY, dueAtMs: 0 });
}, TIMEOUT_MS);
afterAll(() => folder.remove());

async function tone(id: string, seconds: number, options: { rateHz?: number; isGapless?: boolean } = {}): Promise<PlanItem> {
  const { rateHz = 48_000, isGapless = false } = options;
  const path = join(folder.dir, `${id}.flac`);
  const source = `sine=frequency=440:sample_rate=${rateHz}:duration=${seconds}`;
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-ac", "2", path], { timeoutMs: TIMEOUT_MS });
  return { ...planItem(id, await planFile(path), seconds * 1000), loudness: LEVEL, isGapless };
}

const planOf = (items: readonly PlanItem[], changes: Partial<Plan> = {}) =>
  testPlan(items, "rtmp://unused/live", "unused", { profileId: "720p30", ...changes });
const alone = (item: PlanItem) => ({ item, phase: null });

describe("the fade at the beginning of a session", () => {
  it(
    "decodes nothing while the programs that send are starting, and one that was made before waits for nothing",
    async () => {
      const item = await tone("begins", 3);
      const crowd = Promise.withResolvers<void>();
      const held = new SoundMaker({ ...options, mayBegin: () => crowd.promise });
      const decoding = vi.spyOn(edges, "head");
      const fade = held.fadeIn(planOf([item]), item, slate, URGENCY);
      const asked = await Promise.race([fade, timePasses(300, "nothing happens")]);
      expect(asked).toBeUndefined();
      expect(decoding).not.toHaveBeenCalled();
      crowd.resolve();
      const made = await fade;
      expect(made?.unit.isComplete).toBe(true);
      const countBefore = decoding.mock.calls.length;
      expect(await held.fadeIn(planOf([item]), item, slate, URGENCY)).toEqual(made);
      expect(decoding).toHaveBeenCalledTimes(countBefore);
      decoding.mockRestore();
    },
    TIMEOUT_MS,
  );
});

describe("joins of short tracks", () => {
  it(
    "fade as long as the shorter of the two allows, so that both its joins and something between them fit",
    async () => {
      const items = await Promise.all([tone("s1", 3), tone("s2", 2.5), tone("s3", 3)]);
      const [first, second, third] = items.map(alone) as [ReturnType<typeof alone>, ReturnType<typeof alone>, ReturnType<typeof alone>];
      const plan = planOf(items, { crossfadeMs: 12_000 });
      const into = await maker.join(plan, first, second, slate, URGENCY);
      const outOf = await maker.join(plan, second, third, slate, URGENCY);
      expect(into?.resumeAtPacket).toBeLessThan(outOf?.leaveAtPacket ?? 0);
      // (2500 / 2 - 700) ms of fade: the junction is longer than one without.
      const hard = await maker.join(planOf(items), first, second, slate, URGENCY);
      expect(into?.leaveAtPacket).toBeLessThan((hard?.leaveAtPacket ?? 0) - 20);
    },
    TIMEOUT_MS,
  );

  it(
    "are none for a track that is shorter than a junction: it simply follows",
    async () => {
      const items = await Promise.all([tone("l1", 3), tone("tiny", 0.2)]);
      const [long, tiny] = items.map(alone) as [ReturnType<typeof alone>, ReturnType<typeof alone>];
      expect(await maker.join(planOf(items, { crossfadeMs: 12_000 }), long, tiny, slate, URGENCY)).toBeNull();
      expect(await maker.fadeIn(planOf(items), tiny.item, slate, URGENCY)).toBeNull();
    },
    TIMEOUT_MS,
  );
});

describe("a join that was made before", () => {
  it(
    "is the same again without its tracks being read, and is made anew from them when it is gone from the cache",
    async () => {
      const items = await Promise.all([tone("o1", 4), tone("o2", 4)]);
      const [first, second] = items.map(alone) as [ReturnType<typeof alone>, ReturnType<typeof alone>];
      const join = () => maker.join(planOf(items), first, second, slate, URGENCY);
      const made = await join();
      const reads = vi.spyOn(edges, "tail");
      expect(await join()).toEqual(made);
      expect(reads).not.toHaveBeenCalled();
      await cache.discard(made?.unit.key ?? "");
      expect(await join()).toEqual(made);
      expect(reads).toHaveBeenCalledOnce();
    },
    TIMEOUT_MS,
  );
});

describe("tracks that are to follow without a gap", () => {
  it(
    "get a phase and a seam, whatever the crossfade is",
    async () => {
      const items = await Promise.all([tone("g1", 4.1), tone("g2", 4, { isGapless: true })]);
      const [first, second] = items as [PlanItem, PlanItem];
      const plan = planOf(items, { crossfadeMs: 6_000 });
      const phase = await maker.phase(plan, alone(first), second);
      expect(phase).toEqual({ sourceSamples: 196_800 % 1024, wholePackets: 0 });
      const join = await maker.join(plan, alone(first), { item: second, phase }, slate, URGENCY);
      expect(join?.leaveAtPacket).toBe(Math.floor(196_800 / 1024) - 4);
    },
    TIMEOUT_MS,
  );

  it(
    "are joined like others where their files are of different kinds, or one of them cannot be read",
    async () => {
      const items = await Promise.all([tone("h1", 4), tone("h2", 4, { rateHz: 44_100, isGapless: true })]);
      const [first, second] = items as [PlanItem, PlanItem];
      expect(await maker.phase(planOf(items), alone(first), second)).toBeNull();
      expect(await maker.join(planOf(items), alone(first), alone(second), slate, URGENCY)).not.toBeNull();
      const gone = { ...first, audio: { path: join(folder.dir, "gone.flac"), sha256: "gone" } };
      expect(await maker.phase(planOf([gone, second]), alone(gone), second)).toBeNull();
    },
    TIMEOUT_MS,
  );

  it(
    "are joined by their edges where an edit of the list has given the second another level",
    async () => {
      const items = await Promise.all([tone("j1", 4), tone("j2", 4, { isGapless: true })]);
      const [first, second] = items as [PlanItem, PlanItem];
      const louder = planOf([first, { ...second, loudness: { ...LEVEL, integratedLufs: -20 } }]);
      const phase = await maker.phase(planOf(items), alone(first), second);
      const before = { ...alone(first), plan: louder };
      const seam = await maker.join(planOf(items), alone(first), { item: second, phase }, slate, URGENCY);
      const join = await maker.join(planOf(items), before, { item: second, phase }, slate, URGENCY);
      expect(join?.unit.key).not.toBe(seam?.unit.key);
      expect(join?.resumeAtPacket).toBeLessThan(seam?.resumeAtPacket ?? 0);
    },
    TIMEOUT_MS,
  );

  it(
    "share one level",
    async () => {
      const items = await Promise.all([tone("i1", 4), tone("i2", 4, { isGapless: true }), tone("i3", 4)]);
      const [first, second, third] = items as [PlanItem, PlanItem, PlanItem];
      const quiet = { ...second, loudness: { ...LEVEL, integratedLufs: -24 } };
      const plan = planOf([first, quiet, third]);
      const levels = await Promise.all(
        [first, quiet, third].map(async (item) => {
          const { loudness, targetLufs } = await maker.request(plan, alone(item));
          return targetLufs - loudness.integratedLufs;
        }),
      );
      expect(levels[0]).toBeCloseTo(2.6, 1);
      expect(levels[1]).toBe(levels[0]);
      expect(levels[2]).toBeCloseTo(0, 5);
    },
    TIMEOUT_MS,
  );
});
