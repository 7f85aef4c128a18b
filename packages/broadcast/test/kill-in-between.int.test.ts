import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkRecording } from "../src/check/check-recording.ts";
import { readSessionRecord, sessionDir } from "../src/director/session/session-record.ts";
import { POSITION_FILE } from "../src/playout/record.ts";
import { makeTone, planItem, testFolder, testPlan } from "./support/engine.ts";
import { type EngineHost, startHost } from "./support/engine-host.ts";
import { endPublishers, publishers, until } from "./support/studio.ts";

const KEY = "BETWEEN";
const KILLS = 3;

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

it("sends nothing twice when it was killed between feeding a publisher and recording that", async () => {
  const plan = testPlan([planItem("a", await makeTone(join(folder.dir, "a.wav"), { seconds: 5, hz: 447 }), 5000)], `${ingest.url}`, KEY);
  const dir = sessionDir(engineDir, plan.streamId);
  const path = join(dir, POSITION_FILE);
  const before = `${path}.before`;
  host = await startHost(engineDir, [plan]);
  await ingest.waitForBytes(KEY, 1000);
  const [publisher] = publishers(engineDir, plan.streamId);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await until(() => readSessionRecord(dir)?.publishers[0]?.ownReads?.isSure ?? false, 30_000);
    copyFileSync(path, before);
    const old = readFileSync(before);
    await until(() => !readFileSync(path).equals(old), 10_000);
    await host.end("SIGKILL");
    // The record of a tick before: what was fed since is not in it.
    copyFileSync(before, path);
    host = await startHost(engineDir, [plan]);
    expect(publishers(engineDir, plan.streamId)[0]?.pid).toBe(publisher?.pid);
    const goneOn = readFileSync(path);
    await until(() => !readFileSync(path).equals(goneOn), 10_000);
  }
  await host.end("SIGINT");
  const paths = await ingest.recordings(KEY);
  expect(paths).toHaveLength(1);
  const { problems } = await checkRecording(paths[0] ?? "");
  expect(problems).toEqual([]);
});
