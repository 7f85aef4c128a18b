import { join } from "node:path";
import type { OnAirDestination } from "@nightjar/contract";
import { timePasses } from "@nightjar/kit/testing";
import { expect, it } from "vitest";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { testGround } from "./support/ground.ts";
import { publishers, until } from "./support/studio.ts";

const KEY = "STOPPED";
/** Longer than any deadline of a destination. */
const STOPPED_MS = 12_000;

const ground = testGround();

it("a server that was stopped for longer than every deadline, as by a pause of its machine, goes on over the same connection", async () => {
  const plan = testPlan([planItem("a", await makeTone(join(ground.dir, "a.wav"), { seconds: 5, hz: 447 }), 5000)], ground.ingest.url, KEY);
  const { ingest, engineDir } = ground;
  const running = await ground.start([plan]);
  const told = (): OnAirDestination[] => running.events.flatMap((event) => (event.type === "on-air" ? event.onAir.destinations : []));
  await ingest.waitForBytes(KEY, 300_000);
  await until(() => told().at(-1)?.state === "sending");
  const [publisher] = publishers(engineDir, plan.streamId);
  process.kill(running.pid, "SIGSTOP");
  await timePasses(STOPPED_MS, "left alone");
  const before = told().length;
  const received = (await ingest.received()).get(KEY) ?? 0;
  process.kill(running.pid, "SIGCONT");
  await until(async () => ((await ingest.received()).get(KEY) ?? 0) > received + 500_000);
  await until(() => told().length > before);
  expect(publishers(engineDir, plan.streamId).map(({ pid }) => pid)).toEqual([publisher?.pid]);
  expect(told().map(({ reconnects }) => reconnects)).toEqual(told().map(() => 0));
  expect(
    told()
      .slice(before)
      .map(({ lastError }) => lastError),
  ).toEqual(
    told()
      .slice(before)
      .map(() => null),
  );
  await running.end("SIGINT");
  expect(await ingest.recordings(KEY)).toHaveLength(1);
});
