import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { identify } from "../src/egress/kernel/index.ts";
import { holesWithin } from "./support/chaos.ts";
import { type EngineHost, startHost } from "./support/engine-host.ts";
import { makeTone, planItem, testFolder, testPlan } from "./support/engine.ts";
import { endPublishers, named, publishers, rtmp, until, untilRendered, untilSure } from "./support/studio.ts";

const STREAMS = 20;

let folder: Awaited<ReturnType<typeof testFolder>>;
let items: Plan["items"];

beforeAll(async () => {
  folder = await testFolder();
  items = [planItem("a", await makeTone(join(folder.dir, "a.wav"), { seconds: 4, hz: 440 }), 4_000)];
});
afterAll(() => folder.remove());

/** Runs engines one after the other, on a folder whose cache all tests share; nothing that sends is left behind. */
function engines(): { dir: string; start(plans: readonly Plan[]): Promise<EngineHost> } {
  const dir = join(folder.dir, "engine");
  mkdirSync(dir, { recursive: true });
  const hosts: EngineHost[] = [];
  onTestFinished(async () => {
    for (const host of hosts) await host.end("SIGKILL");
    await endPublishers(dir);
  });
  return {
    dir,
    start: async (plans) => {
      const host = await startHost(dir, plans);
      hosts.push(host);
      return host;
    },
  };
}

const pidsOf = (dir: string) => new Map(publishers(dir).map(({ destinationId, pid }) => [destinationId, pid]));
/** Of all destinations, as they were told. */
const errorsOf = ({ events }: EngineHost) => [
  ...new Set(
    events.flatMap((event) =>
      event.type === "on-air" ? event.onAir.destinations.flatMap(({ id, lastError }) => (lastError ? [`${id}: ${lastError}`] : [])) : [],
    ),
  ),
];
const isRunning = ({ pid, startTicks }: { pid: number; startTicks: number }) => identify(pid)?.startTicks === startTicks;

it(`${STREAMS} streams at once are found again after a crash, each over its own connection and without a hole`, async () => {
  const ingest = await startRtmpIngest();
  onTestFinished(() => ingest.remove());
  const { dir, start } = engines();
  const names = Array.from({ length: STREAMS }, (_, index) => `s${index}`);
  const plans = names.map((name) =>
    testPlan(items, "rtmp://unused/live", "unused", { ...named(name), destinations: [rtmp(name, ingest.url, name)] }),
  );
  const first = await start(plans);
  for (const name of names) await ingest.waitForBytes(name, 20_000);
  await untilSure(dir);
  await untilRendered(dir);
  const before = pidsOf(dir);
  expect(before.size).toBe(STREAMS);
  await first.end("SIGKILL");
  const second = await start(plans);
  expect(pidsOf(dir)).toEqual(before);
  const received = await ingest.received();
  await until(async () => {
    const now = await ingest.received();
    return names.every((name) => (now.get(name) ?? 0) > (received.get(name) ?? 0) + 100_000);
  });
  expect(publishers(dir).every(isRunning)).toBe(true);
  await second.end("SIGINT");
  const paths = await Promise.all(names.map((name) => ingest.recordings(name)));
  expect(
    paths.map((found) => found.length),
    JSON.stringify([first, second].map(errorsOf)),
  ).toEqual(names.map(() => 1));
  expect(await holesWithin(paths.flat())).toBe(0);
});

it("a stream is found again while one of its destinations is being connected anew: the other goes on, that one is tried on", async () => {
  const ingest = await startRtmpIngest();
  onTestFinished(() => ingest.remove());
  const { dir, start } = engines();
  const port = await freePort();
  const destinations = [rtmp("there", ingest.url, "THERE"), rtmp("away", `rtmp://127.0.0.1:${port}/live`, "AWAY")];
  const plan = testPlan(items, "rtmp://unused/live", "unused", { ...named("both"), destinations });
  const first = await start([plan]);
  await ingest.waitForBytes("THERE", 50_000);
  const state = (host: EngineHost, id: string) => {
    const latest = host.events.findLast((event) => event.type === "on-air");
    return latest?.type === "on-air" ? latest.onAir.destinations.find((found) => found.id === `destination-${id}`) : undefined;
  };
  await until(() => (state(first, "away")?.reconnects ?? 0) > 1);
  const pid = pidsOf(dir).get("destination-there");
  await first.end("SIGKILL");
  const second = await start([plan]);
  await until(() => state(second, "there")?.state === "sending" && (state(second, "away")?.reconnects ?? 0) > 0);
  expect(pidsOf(dir).get("destination-there")).toBe(pid);
  const back = await startRtmpIngest({ port });
  onTestFinished(() => back.remove());
  await back.waitForBytes("AWAY", 50_000);
  await second.end("SIGINT");
  const paths = await ingest.recordings("THERE");
  expect(paths).toHaveLength(1);
  expect(await holesWithin([...paths, ...(await back.recordings("AWAY"))])).toBe(0);
});

it("a destination taken out of the plan while no engine ran is not sent to any more", async () => {
  const ingest = await startRtmpIngest();
  onTestFinished(() => ingest.remove());
  const { dir, start } = engines();
  const [kept, gone] = [rtmp("kept", ingest.url, "KEPT"), rtmp("gone", ingest.url, "GONE")];
  const plan = testPlan(items, "rtmp://unused/live", "unused", { ...named("out"), destinations: [kept, gone] });
  const first = await start([plan]);
  await Promise.all([ingest.waitForBytes("KEPT", 50_000), ingest.waitForBytes("GONE", 50_000)]);
  const before = publishers(dir);
  await first.end("SIGKILL");
  await start([{ ...plan, destinations: [kept] }]);
  await until(() => publishers(dir).length === 1 && before.filter(isRunning).length === 1);
  expect(publishers(dir)[0]?.destinationId).toBe(kept.id);
  expect(before.find(isRunning)?.pid).toBe(publishers(dir)[0]?.pid);
});
