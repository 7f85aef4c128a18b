import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkRecording } from "../src/check/check-recording.ts";
import { sessionDir } from "../src/director/session/session-record.ts";
import { POSITION_FILE } from "../src/playout/record.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { testGround } from "./support/ground.ts";
import { publishers, until, untilRendered, untilSure } from "./support/studio.ts";

const KEY = "BETWEEN";
const KILLS = 3;

const ground = testGround();

it("sends nothing twice when it was killed between feeding a publisher and recording that", async () => {
  const { ingest, engineDir } = ground;
  const plan = testPlan([planItem("a", await makeTone(join(ground.dir, "a.wav"), { seconds: 5, hz: 447 }), 5000)], `${ingest.url}`, KEY);
  const dir = sessionDir(engineDir, plan.streamId);
  const path = join(dir, POSITION_FILE);
  const before = `${path}.before`;
  let host = await ground.start([plan]);
  await ingest.waitForBytes(KEY, 1000);
  const [publisher] = publishers(engineDir, plan.streamId);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await untilSure(engineDir);
    await untilRendered(engineDir);
    copyFileSync(path, before);
    const old = readFileSync(before);
    await until(() => !readFileSync(path).equals(old));
    await host.end("SIGKILL");
    // The record of a tick before: what was fed since is not in it.
    copyFileSync(before, path);
    host = await ground.start([plan]);
    expect(publishers(engineDir, plan.streamId)[0]?.pid).toBe(publisher?.pid);
    const goneOn = readFileSync(path);
    await until(() => !readFileSync(path).equals(goneOn));
  }
  await host.end("SIGINT");
  const paths = await ingest.recordings(KEY);
  expect(paths).toHaveLength(1);
  const { problems } = await checkRecording(paths[0] ?? "");
  expect(problems).toEqual([]);
});
