import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Plan, sessionId } from "@nightjar/contract";
import { afterEach, expect, it } from "vitest";
import { isAlive } from "../src/egress/publisher.ts";
import type { Engine } from "../src/index.ts";
import { moreArrives } from "./support/arrived.ts";
import { makeTone, memoryLog, openEngine, planItem, testPlan } from "./support/engine.ts";
import { testGround } from "./support/ground.ts";
import { holdAdoption } from "./support/held-adoption.ts";
import { named, publishers, rtmp, until, untilSure } from "./support/studio.ts";

const ground = testGround();
let engine: Engine | null = null;
let release: () => Promise<void> = async () => undefined;
afterEach(async () => {
  // Also of a test that has failed before: what is being taken over is waited for.
  void release();
  await engine?.close({ offAir: true });
  engine = null;
});

/** Their folders are looked at in the order of their names. */
async function plansOf(...names: string[]): Promise<Plan[]> {
  const tone = await makeTone(join(ground.dir, "tone.wav"), { seconds: 6, hz: 440 });
  return names.map((name) =>
    testPlan([planItem("a", tone, 6_000)], ground.ingest.url, name, {
      ...{ ...named(name), profileId: "720p30", destinations: [rtmp(name, ground.ingest.url, name)] },
    }),
  );
}

/** All of these were on air in an engine that was killed. */
async function killedWith(plans: readonly Plan[]): Promise<void> {
  const host = await ground.start(plans);
  for (const { destinations } of plans) await ground.ingest.waitForBytes(destinations[0]?.streamKey ?? "", 50_000);
  await untilSure(ground.engineDir);
  await host.end("SIGKILL");
}

const open = async (): Promise<Engine> => (engine = await openEngine(ground.engineDir, memoryLog().log));

it("a stream that is stopped while others are still being taken over is off air from then on, and is prepared for its next Start", async () => {
  const [stopped, held] = await plansOf("one-a", "one-b");
  if (!stopped || !held) throw new Error("there are two");
  await killedWith([stopped, held]);
  release = await holdAdoption(ground.engineDir, held.streamId);
  const next = await open();
  const reconciled = next.reconcile([stopped, held]);
  next.stop(stopped.streamId);
  await until(() => next.onAir(stopped.streamId).state === "off");
  await release();
  await reconciled;
  // Of what is off air the background is wanted, too, which is not there alone yet.
  const background = { kind: "video" as const, file: { path: "/m/rain.mp4", sha256: "rain" } };
  next.prepare([{ ...stopped, sessionId: sessionId.parse("session-next"), destinations: [], background }]);
  expect(next.preparing().map(({ sha256 }) => sha256)).toEqual(["rain"]);
});

it("a stream that is started while what was left is looked through begins once what was left of it has ended, and is taken for none of that", async () => {
  const [other, held, left] = await plansOf("two-a", "two-b", "two-c");
  if (!other || !held || !left) throw new Error("there are three");
  await killedWith([other, held, left]);
  const before = publishers(ground.engineDir, left.streamId);
  const [recording = ""] = await ground.ingest.recordings("two-a");
  release = await holdAdoption(ground.engineDir, held.streamId);
  const next = await open();
  const reconciled = next.reconcile([other, held]);
  const anew = { ...left, sessionId: sessionId.parse("session-anew"), destinations: [rtmp("two-c", ground.ingest.url, "two-c-anew")] };
  next.apply(anew);
  expect(next.onAir(left.streamId)).toMatchObject({ state: "preparing", reason: null, sessionId: anew.sessionId });
  // As long as that it could have begun.
  await moreArrives(recording, 3_000);
  await release();
  await reconciled;
  await until(() => next.onAir(left.streamId).state === "on-air");
  expect(before.map(isAlive)).toEqual([false]);
  const now = publishers(ground.engineDir, left.streamId);
  expect(now.map((record) => [record.generation, isAlive(record), existsSync(record.dir)])).toEqual([[1, true, true]]);
  expect(await ground.ingest.recordings("two-c-anew")).toHaveLength(1);
});
