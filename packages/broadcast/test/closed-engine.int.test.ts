import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { timePasses } from "@nightjar/kit/testing";
import { describe, expect, it } from "vitest";
import { makeTone, memoryLog, openEngine, planItem, testPlan } from "./support/engine.ts";
import { testGround } from "./support/ground.ts";
import { endPublishers, named, rtmp } from "./support/studio.ts";

/** Longer than any of what is under way when it is closed takes. */
const AFTERWARDS_MS = 4_000;

const ground = testGround();

describe("an engine that was closed", () => {
  it.each([0, 60, 250, 600, 1_200, 2_500])("%i ms after a cold start writes nothing any more", async (openMs) => {
    const engineDir = join(ground.dir, `engine-${openMs}`);
    // Loud enough that its level is measured, too.
    const tone = await makeTone(join(ground.dir, `${openMs}.wav`), { seconds: 60, hz: 440 });
    const loudness = { integratedLufs: -30, truePeakDbtp: -1, rangeLu: 5 };
    const items = ["a", "b"].map((id) => ({ ...planItem(id, tone, 60_000), loudness }));
    const key = `closed-${openMs}`;
    const plan = testPlan(items, ground.ingest.url, key, {
      ...{ ...named(key), crossfadeMs: 2_000, destinations: [rtmp(key, ground.ingest.url, key)] },
    });
    const engine = await openEngine(engineDir, memoryLog().log);
    await engine.reconcile([plan]);
    await timePasses(openMs, "at no particular moment");
    await engine.close({ offAir: openMs % 100 === 0 });
    await endPublishers(engineDir);
    await rm(engineDir, { recursive: true });
    await timePasses(AFTERWARDS_MS, "nothing happens");
    expect(existsSync(engineDir)).toBe(false);
  });
});
