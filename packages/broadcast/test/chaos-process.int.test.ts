import { join } from "node:path";
import { type EngineEvent, type Plan } from "@nightjar/contract";
import { timePasses } from "@nightjar/kit/testing";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import { checkRecording } from "../src/check/check-recording.ts";
import { moreArrives } from "./support/arrived.ts";
import { holesWithin, noteChaos } from "./support/chaos.ts";
import { makeTone, planItem, testFolder, testPlan } from "./support/engine.ts";
import { type EngineHost, startHost } from "./support/engine-host.ts";
import { runSeed, seeded } from "./support/seeded.ts";
import { endPublishers, publishers, until, untilFound, untilSure } from "./support/studio.ts";

/** A hundred at night. */
const KILLS = Number(process.env["KILLS"] ?? 5);
const LIFE_MAX_MS = 1500;
const FRAME_MS = 1000 / 30;
const HOUR_MS = 3_600_000;
const KEY = "CHAOS";

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;
let plan: Plan;
let engineDir: string;
let host: EngineHost | null = null;

beforeAll(async () => {
  folder = await testFolder();
  // Both tests play the same: what the first has rendered is there for the second.
  engineDir = join(folder.dir, "engine");
  const a = await makeTone(join(folder.dir, "a.wav"), { seconds: 4, hz: 447 });
  const b = await makeTone(join(folder.dir, "b.wav"), { seconds: 5, hz: 883 });
  plan = testPlan([planItem("a", a, 4000), planItem("b", b, 5000)], "rtmp://set-for-each-test/live", KEY);
});
beforeEach(async () => {
  ingest = await startRtmpIngest();
  plan = { ...plan, destinations: plan.destinations.map((destination) => ({ ...destination, url: ingest.url })) };
});
afterEach(async () => {
  await host?.end("SIGKILL");
  await endPublishers(engineDir);
  await ingest.remove();
});
afterAll(() => folder.remove());

const publisher = () => untilFound(() => publishers(engineDir, plan.streamId)[0]);

/** The one recording, after a proper end. */
async function recording(): Promise<string> {
  await host?.end("SIGINT");
  const paths = await ingest.recordings(KEY);
  expect(paths).toHaveLength(1);
  return paths[0] ?? "";
}

describe("a stream on air", () => {
  it(
    `outlives ${KILLS} kills of its engine at random moments on one connection, without a hole (SEED=${runSeed})`,
    { timeout: 30_000 + KILLS * 15_000 },
    async () => {
      const random = seeded(runSeed);
      host = await startHost(engineDir, [plan]);
      await ingest.waitForBytes(KEY, 1000);
      await untilSure(engineDir);
      const { pid } = await publisher();
      for (let kill = 0; kill < KILLS; kill += 1) {
        await timePasses(random() * LIFE_MAX_MS, "at no particular moment");
        await host.end("SIGKILL");
        host = await startHost(engineDir, [plan]);
        expect((await publisher()).pid, `after kill ${kill + 1}`).toBe(pid);
      }
      await moreArrives((await ingest.recordings(KEY))[0] ?? "", LIFE_MAX_MS);
      const path = await recording();
      const holeMs = await holesWithin([path]);
      noteChaos({
        what: `${KILLS} kills of the engine`,
        expected: "one connection, one recording",
        seen: "the same publisher throughout",
        holeMs,
      });
      expect(holeMs).toBeLessThanOrEqual(FRAME_MS);
    },
  );

  it("does not care for the machine's clock being set back: only the times in the log are those it shows", async () => {
    host = await startHost(engineDir, [plan]);
    await ingest.waitForBytes(KEY, 1_000_000);
    const { pid } = await publisher();
    const started = () =>
      (host?.events ?? []).filter((event): event is Extract<EngineEvent, { type: "track-started" }> => event.type === "track-started");
    await until(() => started().length > 0);
    const before = started().length;
    host.setClockBack(HOUR_MS);
    await until(() => started().length >= before + 2);
    const onAir = host.events.findLast((event) => event.type === "on-air")?.onAir;
    expect(onAir).toMatchObject({ state: "on-air", destinations: [{ state: "sending", reconnects: 0 }] });
    expect((await publisher()).pid).toBe(pid);
    const shiftedMs = Date.now() - Date.parse(started().at(-1)?.startedAt ?? "");
    expect(Math.abs(shiftedMs - HOUR_MS)).toBeLessThan(60_000);
    const path = await recording();
    const report = await checkRecording(path);
    expect(report.problems).toEqual([]);
    const holeMs = Math.max(report.video.missingMs, report.audio.missingMs);
    noteChaos({
      what: "clock of the machine set back by an hour",
      expected: "as-run times follow it, nothing else",
      seen: "on-air, no reconnect",
      holeMs,
    });
  });
});
