import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { type TestContext, afterAll, beforeAll, describe, expect, it } from "vitest";
import { secondOfItsOwn } from "./support/arrived.ts";
import { holesWithin, longestSound, missingBetween, noteChaos } from "./support/chaos.ts";
import { planFile, planItem, testPlan } from "./support/engine.ts";
import { startProxy } from "./support/proxy.ts";
import { type Studio, named, openStudio, publishers, rtmp, until } from "./support/studio.ts";

/** Longer than every test here, and noise: each packet of it is unlike the others, and tells its place. */
const TRACK_SECONDS = 150;
const MEGABYTE = 1_000_000;
/** What a connection that is gone may cost on a busy machine: it is noticed, made anew, and begins with an IDR. */
const HOLE_MAX_MS = 25_000;

let studio: Studio;
let items: Plan["items"];

beforeAll(async () => {
  studio = await openStudio();
  const path = join(studio.dir, "noise.wav");
  const source = `anoisesrc=d=${TRACK_SECONDS}:c=pink:r=48000:a=0.3:seed=7`;
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, path], { timeoutMs: 60_000 });
  items = [planItem("noise", await planFile(path), TRACK_SECONDS * 1000)];
  await studio.engine.reconcile([]);
});
afterAll(() => studio.close());

/** The tests run side by side: what one must clean up is its own context's. */
type Finish = TestContext["onTestFinished"];

async function ingestForTest(onTestFinished: Finish, options: Parameters<typeof startRtmpIngest>[0] = {}): Promise<RtmpIngest> {
  const ingest = await startRtmpIngest(options);
  onTestFinished(() => ingest.remove());
  return ingest;
}

/** On air to this address, with some of it recorded. */
async function onAir(onTestFinished: Finish, name: string, ingest: RtmpIngest, url = ingest.url): Promise<Plan> {
  const plan = testPlan(items, url, name, { ...named(name), destinations: [rtmp(name, url, name)] });
  studio.engine.apply(plan);
  onTestFinished(async () => {
    studio.engine.stop(plan.streamId);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  });
  await ingest.waitForBytes(name, MEGABYTE);
  await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
  return plan;
}

const destination = (plan: Plan) => studio.engine.onAir(plan.streamId).destinations[0];
const states = (plan: Plan) => {
  const seen = studio.events.flatMap((event) =>
    event.type === "on-air" && event.streamId === plan.streamId ? (event.onAir.destinations[0]?.state ?? []) : [],
  );
  return seen.filter((state, index) => state !== seen[index - 1]);
};

/** Waits until it is sent again, ends it, and holds every recording against the rules. */
async function settle(plan: Plan, ingest: RtmpIngest, entry: { what: string; expected: string }): Promise<number> {
  const name = plan.streamId.replace("stream-", "");
  // At first nobody has noticed that anything was lost.
  const isBack = () => destination(plan)?.state === "sending" && (destination(plan)?.reconnects ?? 0) > 0;
  await studio.waitFor(plan.streamId, ({ state }) => state === "on-air" && isBack());
  const count = (await ingest.recordings(name)).length;
  await until(async () => (await ingest.recordings(name)).length >= Math.max(2, count));
  await ingest.waitForBytes(name, MEGABYTE);
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  const paths = await ingest.recordings(name);
  const holeMs = (await holesWithin(paths)) + missingBetween(paths, longestSound(studio.engineDir));
  noteChaos({ ...entry, seen: states(plan).join(", "), holeMs });
  expect(studio.states(plan.streamId)).toEqual(["preparing", "on-air", "reconnecting", "on-air", "stopping", "off"]);
  expect(holeMs).toBeLessThan(HOLE_MAX_MS);
  return holeMs;
}

function workersOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parentOf = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    } catch {
      return null;
    }
  };
  return pids.filter((pid) => parentOf(pid) === parent).map(Number);
}

describe.concurrent("a stream on air", () => {
  it("whose ingest is restarted is connected anew", async ({ onTestFinished }) => {
    const first = await ingestForTest(onTestFinished);
    const plan = await onAir(onTestFinished, "restarted", first);
    await first.stop();
    await studio.waitFor(plan.streamId, ({ state }) => state === "reconnecting");
    const again = await ingestForTest(onTestFinished, { port: first.port, dir: first.dir });
    await settle(plan, again, { what: "ingest restarted", expected: "connected anew as soon as it answers" });
  });

  it("whose ingest stalls is connected anew once it is back", async ({ onTestFinished }) => {
    const ingest = await ingestForTest(onTestFinished);
    const plan = await onAir(onTestFinished, "stalled", ingest);
    const workers = workersOf(ingest.pid);
    expect(workers).toHaveLength(1);
    onTestFinished(() => workers.forEach((pid) => process.kill(pid, "SIGCONT")));
    for (const pid of workers) process.kill(pid, "SIGSTOP");
    await studio.waitFor(plan.streamId, ({ state }) => state === "reconnecting");
    for (const pid of workers) process.kill(pid, "SIGCONT");
    await settle(plan, ingest, {
      what: "ingest stalled (SIGSTOP), then going on",
      expected: "noticed by what it acknowledges, connected anew",
    });
  });

  it("whose connection is half open is connected anew on another", async ({ onTestFinished }) => {
    const ingest = await ingestForTest(onTestFinished);
    const proxy = await startProxy(ingest.port);
    onTestFinished(() => proxy.close());
    const plan = await onAir(onTestFinished, "halfopen", ingest, proxy.url);
    proxy.halfOpen();
    await studio.waitFor(plan.streamId, ({ state }) => state === "reconnecting");
    await settle(plan, ingest, {
      what: "connection half open: the far end gone, without a word",
      expected: "noticed, connected anew on another",
    });
  });

  it("whose ingest refuses it for a while says so, and is taken again as soon as it may", async ({ onTestFinished }) => {
    const first = await ingestForTest(onTestFinished);
    const plan = await onAir(onTestFinished, "refused", first);
    await first.stop();
    const refusing = await ingestForTest(onTestFinished, { port: first.port, dir: first.dir, refuse: ["refused"] });
    await studio.waitFor(plan.streamId, () => destination(plan)?.state === "refused");
    expect(destination(plan)?.lastError).toMatch(/^The destination refused the stream/);
    await refusing.stop();
    const again = await ingestForTest(onTestFinished, { port: first.port, dir: first.dir });
    await settle(plan, again, { what: "ingest restarted, the key refused at first", expected: "tried again until it may" });
  });

  it("whose publisher is killed gets another", async ({ onTestFinished }) => {
    const ingest = await ingestForTest(onTestFinished);
    const plan = await onAir(onTestFinished, "pubkilled", ingest);
    const [publisher] = publishers(studio.engineDir, plan.streamId);
    if (!publisher) throw new Error("it has a publisher");
    await secondOfItsOwn((await ingest.recordings("pubkilled"))[0] ?? "");
    process.kill(publisher.pid, "SIGKILL");
    const holeMs = await settle(plan, ingest, { what: "publisher (ffmpeg) killed", expected: "another one within moments" });
    expect(holeMs).toBeLessThan(15_000);
  });

  it("whose publisher hangs gets another", async ({ onTestFinished }) => {
    const ingest = await ingestForTest(onTestFinished);
    const plan = await onAir(onTestFinished, "pubhangs", ingest);
    const [publisher] = publishers(studio.engineDir, plan.streamId);
    if (!publisher) throw new Error("it has a publisher");
    process.kill(publisher.pid, "SIGSTOP");
    await settle(plan, ingest, { what: "publisher (ffmpeg) stopped, not dead", expected: "noticed, killed and replaced" });
  });
});
