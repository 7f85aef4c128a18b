import { join } from "node:path";
import { sessionId } from "@nightjar/contract";
import { expect, it } from "vitest";
import type { Engine } from "../src/index.ts";
import { makeTone, memoryLog, openEngine, planItem, testPlan } from "./support/engine.ts";
import { testGround } from "./support/ground.ts";
import { named, rtmp, until } from "./support/studio.ts";

const LONG_MS = 90_000;
const TEST_MS = 300_000;

const ground = testGround();

it(
  "the last hour of a destination goes on over Stop, Start and a restart of the server, and is told while nothing is on air",
  async () => {
    const { engineDir } = ground;
    const tone = await makeTone(join(ground.dir, "a.wav"), { seconds: 20, hz: 440 });
    const plan = testPlan([planItem("a", tone, 20_000)], ground.ingest.url, "taken", {
      ...{ ...named("taken"), profileId: "720p30", destinations: [rtmp("taken", ground.ingest.url, "taken")] },
    });
    const known = (of: Engine) => of.takenLately(plan.streamId).flatMap(({ kbps }) => kbps.filter((step) => step !== null));
    const isAt = (of: Engine, state: string) => until(() => of.onAir(plan.streamId).state === state, LONG_MS);
    const engine = await openEngine(engineDir, memoryLog().log);
    await engine.reconcile([plan]);
    await until(() => known(engine).length > 0, LONG_MS);
    engine.stop(plan.streamId);
    await isAt(engine, "off");
    const before = known(engine);
    expect(before.length).toBeGreaterThan(0);
    engine.apply({ ...plan, sessionId: sessionId.parse("session-next") });
    await isAt(engine, "on-air");
    expect(known(engine).slice(0, before.length)).toEqual(before);
    await until(() => known(engine).length > before.length, LONG_MS);
    await engine.close({ offAir: true });
    const again = await openEngine(engineDir, memoryLog().log);
    expect(known(again).slice(0, before.length)).toEqual(before);
    await again.close({ offAir: true });
  },
  TEST_MS,
);
