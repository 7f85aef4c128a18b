import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startTicksOf } from "../src/egress/kernel/index.ts";
import { findOrphans } from "../src/egress/orphans.ts";
import { startPublisher } from "../src/egress/publisher.ts";
import { reap } from "../src/egress/reap.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { testGround } from "./support/ground.ts";
import { publishers, rtmp, until } from "./support/studio.ts";

const KEY = "ORPHANED";

const ground = testGround();

it("a publisher whose session's folder is gone is ended at the next start with its sleeper, and its key is free for the stream's next one", async () => {
  const { engineDir, ingest } = ground;
  const tone = await makeTone(join(ground.dir, "a.wav"), { seconds: 5, hz: 447 });
  const plan = testPlan([planItem("a", tone, 5000)], ingest.url, KEY);
  const host = await ground.start([plan]);
  await ingest.waitForBytes(KEY, 300_000);
  const [orphan] = publishers(engineDir, plan.streamId);
  if (!orphan) throw new Error("it has a publisher");
  const sleeper = Number(readFileSync(`/proc/${orphan.pid}/task/${orphan.pid}/children`, "utf8"));
  await host.end("SIGKILL");
  rmSync(join(engineDir, "sessions"), { recursive: true });
  const other = await neighbour(join(ground.dir, "engine-of-another"));
  await ground.start([plan]);
  expect(startTicksOf(orphan.pid)).toBeNull();
  await until(() => startTicksOf(sleeper) === null);
  await until(async () => (await ingest.recordings(KEY)).length === 2);
  // Not ours, however much its folder's name is like ours.
  expect(startTicksOf(other.pid)).toBe(other.startTicks);
});

/** A publisher of a studio beside ours, which waits for its feed. */
async function neighbour(engineDir: string) {
  const dir = join(engineDir, "sessions", "stream-1", "publisher-d-1");
  const record = await startPublisher({ ffmpegPath: "ffmpeg", destination: rtmp("d", ground.ingest.url, "OTHER"), generation: 1, dir });
  onTestFinished(async () => void (await reap([record])));
  return record;
}

it("a publisher is nobody's only where no record names it, and never one in whose eyes another folder stands at our path", async () => {
  const engineDir = join(ground.dir, "namespaced");
  const publisher = await neighbour(engineDir);
  expect(findOrphans(engineDir, [publisher])).toEqual([]);
  expect(findOrphans(engineDir, []).map(({ pid }) => pid)).toEqual([publisher.pid]);
  expect(findOrphans(ground.dir, [])).toEqual([]);
  // Another container may have the same path, and show its processes to us.
  const preset = join(engineDir, "sessions", "stream-1", "publisher-e-1", "preset.txt");
  const hide = `mount -t tmpfs none '${ground.dir}' && mkdir -p '${engineDir}' && echo up && read line`;
  const stranger = spawn("unshare", ["-m", "sh", "-c", hide, "-fpre", preset], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  mkdirSync(engineDir, { recursive: true });
  const [up] = await Promise.race([once(stranger.stdout, "data"), once(stranger, "exit").then(() => [""])]);
  // Who may not mount anything cannot make such a container.
  if (!String(up).includes("up")) return;
  expect(findOrphans(engineDir, []).map(({ pid }) => pid)).toEqual([publisher.pid]);
});
