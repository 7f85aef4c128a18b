import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type EncoderProfile, PROFILES } from "@nightjar/contract";
import { createScheduler } from "@nightjar/media";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Slate, makeSlate } from "../src/director/prepare/slate.ts";
import { UnitCache } from "../src/render/cache.ts";
import { Renderer } from "../src/render/renderer.ts";
import type { CompositeRequest } from "../src/render/requests.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { makeTone, memoryLog, testFolder } from "./support/engine.ts";

const PROFILE: EncoderProfile = { ...PROFILES["720p30"], widthPx: 640, heightPx: 360, videoKbps: 400 };
const URGENCY = { lane: "air", dueAtMs: 0, label: "test" } as const;
const LEVEL = { integratedLufs: -14, rangeLu: 1, truePeakDbtp: -9 };

let dir: string;
let cache: UnitCache;
let renderer: Renderer;
let slate: Slate;
const grown: UnitRef[] = [];
let close: () => Promise<void>;

beforeEach(async () => {
  const folder = await testFolder();
  const { log } = memoryLog();
  dir = join(folder.dir, "cache");
  cache = new UnitCache(dir);
  await cache.open();
  const scheduler = createScheduler({ concurrency: 2, now: () => performance.now(), log });
  const tools = { ffmpegPath: "ffmpeg", ffmpegVersion: "test", workDir: join(dir, "unfinished") };
  renderer = new Renderer({ ...tools, cache, scheduler, log, onUnit: (unit) => void grown.push(unit) });
  slate = await makeSlate(renderer, PROFILE, URGENCY);
  close = async () => {
    await scheduler.close();
    await folder.remove();
  };
});
afterEach(() => close());

const box = { xPx: 0, yPx: 0, widthPx: 8, heightPx: 8, rgba: new Uint8Array(8 * 8 * 4) };
const picture = (sceneKey: string, maxFrames: number): CompositeRequest => {
  return { purpose: "wanted", background: { kind: "default" }, sceneKey, draw: () => Promise.resolve([box]), maxFrames };
};
const sound = async () => {
  const file = await makeTone(join(dir, "..", "tone.wav"), { seconds: 20, hz: 440 });
  return renderer.audio(PROFILE, slate.headers, { file, loudness: LEVEL, targetLufs: -14 }, URGENCY);
};

it("sound, picture and junction are made after the cache folder was deleted, and what was in it is not counted any more", async () => {
  await rm(dir, { recursive: true });
  const place = { skipPackets: 2, packets: 20, leaveAtPacket: 0, enterAtPacket: 0, resumeAtPacket: 0 };
  const pcm = () => Promise.resolve(new Float32Array(96_000));
  const units = await Promise.all([
    renderer.composite(PROFILE, slate.headers, picture("one", 60), URGENCY).then(({ done }) => done),
    sound().then(({ done }) => done),
    renderer.junction(PROFILE, slate.headers, { ...place, pcm }, ["test"], URGENCY).then(({ done }) => done),
  ]);
  for (const { key } of units) expect(await cache.get(key)).not.toBeNull();
  await cache.index.scan();
  expect(cache.index.bytes).toBe(units.reduce((sum, { readableBytes }) => sum + readableBytes, 0));
});

it("renders that were under way when the cache folder was deleted are made once more, whole", async () => {
  const [video, audio] = await Promise.all([renderer.composite(PROFILE, slate.headers, picture("long", 600), URGENCY), sound()]);
  await Promise.all([video.readable, audio.readable]);
  await rm(dir, { recursive: true });
  for (const { key } of await Promise.all([video.done, audio.done])) expect(await cache.get(key)).toMatchObject({ isComplete: true });
  expect(await readdir(dir)).toContain("unfinished");
});
