import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScheduler } from "@nightjar/media";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Upkeep } from "../src/director/workshop/upkeep.ts";
import { UnitCache } from "../src/render/cache.ts";
import type { DiskSpace } from "../src/render/disk.ts";
import { memoryLog, testFolder } from "./support/engine.ts";

const KEY = "ab".repeat(32);
const UNIT_BYTES = 1000;

let folder: Awaited<ReturnType<typeof testFolder>>;
let cache: UnitCache;
let upkeep: Upkeep;
let space: DiskSpace;
let unitDir: string;

beforeEach(async () => {
  folder = await testFolder();
  const { log } = memoryLog();
  cache = new UnitCache(join(folder.dir, "cache"), { log });
  await cache.open();
  unitDir = join(folder.dir, "cache", KEY.slice(0, 2));
  await mkdir(unitDir);
  await writeFile(join(unitDir, `${KEY}.json`), "{}");
  await writeFile(join(unitDir, `${KEY}.flv`), Buffer.alloc(UNIT_BYTES));
  upkeep = new Upkeep({
    ...{ engineDir: folder.dir, cache, log, ffmpegPath: "ffmpeg" },
    scheduler: createScheduler({ concurrency: 1, now: () => performance.now() }),
    diskSpace: () => Promise.resolve(space),
    onChange: () => undefined,
    onRoom: () => undefined,
    pinned: () => [KEY],
    stockEveryMs: 20,
  });
});
afterEach(async () => {
  upkeep.close();
  await folder.remove();
});

it("the cache's limit follows the disk: one that was full at the start and was freed later does not keep the cache small", async () => {
  space = { freeBytes: 0, totalBytes: 10 * UNIT_BYTES };
  await upkeep.takeStock();
  expect(cache.index.isOverLimit).toBe(true);
  space = { freeBytes: 5 * UNIT_BYTES, totalBytes: 10 * UNIT_BYTES };
  await expect.poll(() => cache.index.isOverLimit).toBe(false);
});

it("what somebody deleted from the cache is not counted any more a while later", async () => {
  space = { freeBytes: 5 * UNIT_BYTES, totalBytes: 10 * UNIT_BYTES };
  await upkeep.takeStock();
  expect(cache.index.bytes).toBe(UNIT_BYTES);
  await rm(unitDir, { recursive: true });
  await expect.poll(() => cache.index.bytes).toBe(0);
});
