import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { OnAirDestination } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTone, planItem, testFolder, testPlan } from "./support/engine.ts";
import { type EngineHost, startHost } from "./support/engine-host.ts";
import { endPublishers, publishers, until } from "./support/studio.ts";

const KEY = "STOPPED";
/** Longer than any deadline of a destination. */
const STOPPED_MS = 12_000;

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;
let engineDir = "";
let host: EngineHost | null = null;

beforeAll(async () => {
  folder = await testFolder();
  engineDir = join(folder.dir, "engine");
  ingest = await startRtmpIngest();
});
afterAll(async () => {
  await host?.end("SIGKILL");
  await endPublishers(engineDir);
  await ingest.remove();
  await folder.remove();
});

it("a server that was stopped for longer than every deadline, as by a pause of its machine, goes on over the same connection", async () => {
  const plan = testPlan([planItem("a", await makeTone(join(folder.dir, "a.wav"), { seconds: 5, hz: 447 }), 5000)], ingest.url, KEY);
  const running = await startHost(engineDir, [plan]);
  host = running;
  const told = (): OnAirDestination[] => running.events.flatMap((event) => (event.type === "on-air" ? event.onAir.destinations : []));
  await ingest.waitForBytes(KEY, 300_000);
  await until(() => told().at(-1)?.state === "sending", 10_000);
  const [publisher] = publishers(engineDir, plan.streamId);
  process.kill(running.pid, "SIGSTOP");
  // Time itself is what is tested: nothing can be heard of a process that is stopped.
  await pause(STOPPED_MS);
  const before = told().length;
  const received = (await ingest.received()).get(KEY) ?? 0;
  process.kill(running.pid, "SIGCONT");
  await until(async () => ((await ingest.received()).get(KEY) ?? 0) > received + 500_000, 20_000);
  await until(() => told().length > before, 10_000);
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
