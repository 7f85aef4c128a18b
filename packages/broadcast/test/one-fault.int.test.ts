import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionDir } from "../src/director/session/session-record.ts";
import { makeTone, memoryLog, openEngine, planItem, testPlan } from "./support/engine.ts";
import { testGround } from "./support/ground.ts";
import { endPublishers, named, rtmp, until } from "./support/studio.ts";

const ground = testGround();

async function planOf(key: string) {
  const tone = await makeTone(join(ground.dir, `${key}.wav`), { seconds: 20, hz: 440 });
  const destinations = [rtmp(key, ground.ingest.url, key)];
  return testPlan([planItem("a", tone, 20_000)], ground.ingest.url, key, { ...named(key), destinations });
}

describe("a fault of one thing keeps no stream off the air:", () => {
  it("somebody who is told of it and fails", async () => {
    const engineDir = join(ground.dir, "engine-listener");
    const { log, lines } = memoryLog();
    const plan = await planOf("listener");
    const engine = await openEngine(engineDir, log);
    const heard: string[] = [];
    engine.subscribe(() => {
      throw new Error("the database cannot be read");
    });
    engine.subscribe((event) => void heard.push(event.type));
    try {
      await engine.reconcile([plan]);
      await until(() => engine.onAir(plan.streamId).state === "on-air");
      expect(heard).toContain("on-air");
      expect(lines.some(({ message }) => message === "what the engine told could not be taken")).toBe(true);
    } finally {
      await engine.close({ offAir: true });
      await endPublishers(engineDir);
    }
  });

  it("the record of its session, which cannot be written", async () => {
    const engineDir = join(ground.dir, "engine-record");
    const { log, lines } = memoryLog();
    const plan = await planOf("record");
    const engine = await openEngine(engineDir, log);
    try {
      await engine.reconcile([]);
      // In the place of what is written before it gets its name.
      await mkdir(join(sessionDir(engineDir, plan.streamId), "session.json.new"), { recursive: true });
      engine.apply(plan);
      await until(() => engine.onAir(plan.streamId).state === "on-air");
      const told = lines.filter(({ message }) => message === "the record of a session could not be written");
      expect(told[0]).toMatchObject({ level: "error", fields: { streamId: plan.streamId } });
    } finally {
      await engine.close({ offAir: true });
      await endPublishers(engineDir);
    }
  });
});
