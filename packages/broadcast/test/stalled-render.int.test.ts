import { chmod, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScheduler } from "@nightjar/media";
import { PROFILES } from "@nightjar/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import { faultOf } from "../src/director/prepare/failures.ts";
import { UnitCache } from "../src/render/cache.ts";
import { RenderPool } from "../src/render/render-pool.ts";
import type { RenderTask } from "../src/render/render-task.ts";
import { RenderStalledError } from "../src/render/stall-watch.ts";
import { UnitRender } from "../src/render/unit-render.ts";
import { memoryLog, testFolder } from "./support/engine.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeEach(async () => (folder = await testFolder()));
afterEach(() => folder.remove());

/** One place for pictures, and an encoder that is this script: given the key of what it is to make. */
async function openPool(script: string) {
  const ffmpegPath = join(folder.dir, "encoder");
  await writeFile(ffmpegPath, `#!/bin/sh\n${script}\n`);
  await chmod(ffmpegPath, 0o700);
  const { log } = memoryLog();
  const cache = new UnitCache(join(folder.dir, "cache"));
  await cache.open();
  const render = new UnitRender({ cache, ffmpegPath, log, stall: { lookMs: 50, looksMost: 60 } });
  const scheduler = createScheduler({ concurrency: 1, now: () => performance.now(), log });
  const pool = new RenderPool({ cache, scheduler, render, onUnit: () => undefined });
  const start = (key: string) => pool.start(pictureTask(key), { lane: "air", dueAtMs: 0, label: key, claimant: key });
  const failure = (key: string) =>
    start(key).done.then(
      () => null,
      (error: unknown) => error,
    );
  return { failure };
}

function pictureTask(key: string): RenderTask {
  return {
    ...{ key, kind: "video", purpose: "wanted", profile: PROFILES["1080p30"], expectedHeader: null, expectedCount: 60 },
    prepare: () => Promise.resolve({ args: [key], cleanUp: () => Promise.resolve() }),
  };
}

it("a picture whose encoder hangs fails with the reason and as no fault of a file, and what waits behind it has its place", async () => {
  const { failure } = await openPool('test "$1" = hangs && exec sleep 600; exit 7');
  const [hung, next] = await Promise.all([failure("hangs"), failure("next")]);
  expect(hung).toBeInstanceOf(RenderStalledError);
  expect(String(hung)).toContain("The encoder made nothing for 3 s");
  expect(faultOf(hung)).toBeNull();
  expect(String(next)).toContain("exit code 7");
  expect(await readdir(join(folder.dir, "cache", "unfinished"))).toEqual([]);
});

it("an encoder that makes nothing so far and works is left alone, and so is one that makes something and hardly works", async () => {
  const { failure } = await openPool(
    [
      'test "$1" = works && { n=0; while [ $n -lt 5000000 ]; do n=$((n + 1)); done; exit 7; }',
      "for _ in 1 2 3 4 5 6 7; do sleep 1; printf x; done; exit 7",
    ].join("\n"),
  );
  expect(String(await failure("works"))).toContain("exit code 7");
  expect(String(await failure("makes"))).toContain("exit code 7");
});
