import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTone, memoryLog, openEngine, planItem, testFolder, testPlan } from "./support/engine.ts";
import { endPublishers, named, rtmp } from "./support/studio.ts";

/** Longer than any of what is under way when it is closed takes. */
const AFTERWARDS_MS = 4_000;

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;

beforeAll(async () => {
  folder = await testFolder();
  ingest = await startRtmpIngest();
});
afterAll(async () => {
  await folder.remove();
  await ingest.remove();
});

describe("an engine that was closed", () => {
  it.each([0, 60, 250, 600, 1_200, 2_500])("%i ms after a cold start writes nothing any more", async (openMs) => {
    const engineDir = join(folder.dir, `engine-${openMs}`);
    // Loud enough that its level is measured, too.
    const tone = await makeTone(join(folder.dir, `${openMs}.wav`), { seconds: 60, hz: 440 });
    const loudness = { integratedLufs: -30, truePeakDbtp: -1, rangeLu: 5 };
    const items = ["a", "b"].map((id) => ({ ...planItem(id, tone, 60_000), loudness }));
    const key = `closed-${openMs}`;
    const plan = testPlan(items, ingest.url, key, { ...named(key), crossfadeMs: 2_000, destinations: [rtmp(key, ingest.url, key)] });
    const engine = await openEngine(engineDir, memoryLog().log);
    await engine.reconcile([plan]);
    await pause(openMs);
    await engine.close({ offAir: openMs % 100 === 0 });
    await endPublishers(engineDir);
    await rm(engineDir, { recursive: true });
    await pause(AFTERWARDS_MS);
    expect(existsSync(engineDir)).toBe(false);
  });
});
