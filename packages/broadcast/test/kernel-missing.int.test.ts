import { join } from "node:path";
import type { OnAirDestination } from "@nightjar/contract";
import { IS_WHOLE_WALK } from "@nightjar/kit/testing";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { checkRecording } from "../src/check/check-recording.ts";
import { makeTone, planItem, testFolder, testPlan } from "./support/engine.ts";
import { type EngineHost, startHost } from "./support/engine-host.ts";
import { endPublishers, publishers, until, untilRendered, untilSure } from "./support/studio.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
let runs = 0;

beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const told = (host: EngineHost): OnAirDestination | undefined =>
  host.events.flatMap((event) => (event.type === "on-air" ? event.onAir.destinations : [])).at(-1);

/** Explains itself: what was told last. */
const untilSending = (host: EngineHost) =>
  until(
    () => told(host)?.state === "sending",
    60_000,
    () => JSON.stringify([host.events.at(-1), host.events.length]),
  );

async function ingestForTest(options: Parameters<typeof startRtmpIngest>[0] = {}): Promise<RtmpIngest> {
  const ingest = await startRtmpIngest(options);
  onTestFinished(() => ingest.remove());
  return ingest;
}

/** Each by itself, and all at once; what is between is walked at night. */
const BY_DAY = ["ffi", "io", "netlink", "ffi,io,fd,netlink"];
const WITHOUT = IS_WHOLE_WALK ? [...BY_DAY, "ffi,io", "io,fd"] : BY_DAY;

it.each(WITHOUT)(
  "without %s a destination is sent to, counted and adopted all the same, and one that goes away is noticed and connected anew",
  async (without) => {
    const KEY = `WITHOUT-${(runs += 1)}`;
    const engineDir = join(folder.dir, `engine-${runs}`);
    const first = await ingestForTest();
    const tone = await makeTone(join(folder.dir, `${runs}.wav`), { seconds: 20, hz: 447 });
    const plan = testPlan([planItem("a", tone, 20_000)], first.url, KEY);
    let host = await startHost(engineDir, [plan], { without });
    onTestFinished(async () => {
      await host.end("SIGKILL");
      await endPublishers(engineDir);
    });
    await untilSending(host);
    // Without what says how much was fed, a kill between a write and its record is heard.
    const isHeard = without !== "netlink";
    if (!isHeard) await untilSure(engineDir);
    if (!isHeard) await untilRendered(engineDir);
    const [publisher] = publishers(engineDir, plan.streamId);
    await host.end("SIGKILL");
    host = await startHost(engineDir, [plan], { without });
    await untilSending(host);
    expect(publishers(engineDir, plan.streamId).map(({ pid }) => pid)).toEqual([publisher?.pid]);
    const [path = ""] = await first.recordings(KEY);
    await first.stop();
    await until(() => (told(host)?.reconnects ?? 0) > 0);
    if (!isHeard) expect((await checkRecording(path)).problems).toEqual([]);
    expect(await first.recordings(KEY)).toEqual([path]);
    const second = await ingestForTest({ port: first.port });
    await second.waitForBytes(KEY, 300_000);
    await untilSending(host);
  },
);
