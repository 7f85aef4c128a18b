import { type ChildProcess, fork, spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { timePasses } from "@nightjar/kit/testing";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readSessionRecord, sessionDir, writeSessionRecord } from "../src/director/session/session-record.ts";
import { identify } from "../src/egress/kernel/index.ts";
import type { PublisherRecord } from "../src/egress/publisher.ts";
import { moreArrives, secondOfItsOwn } from "./support/arrived.ts";
import { end as endHost, startHost } from "./support/engine-host.ts";
import { makeTone, planItem, testFolder, testPlan } from "./support/engine.ts";
import { readRecording } from "./support/recording.ts";
import { endPublishers, publishers, unfinishedUnits, until, untilFound, untilSure } from "./support/studio.ts";

const HOST = new URL("./support/host.ts", import.meta.url);
const KEY = "ADOPT";

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;
let plan: Plan;
/** Rendered for much longer than it takes to kill who renders it. */
let long: Plan["items"][number];
/** A folder of an engine that has rendered all it needs. */
let warmDir: string;
let engineDir: string;
let runs = 0;
const hosts = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await testFolder();
  const a = await makeTone(join(folder.dir, "a.wav"), { seconds: 6, hz: 440 });
  const b = await makeTone(join(folder.dir, "b.wav"), { seconds: 7, hz: 880, rateHz: 96_000, channels: 1 });
  plan = testPlan([planItem("a", a, 6_000), planItem("b", b, 7_000)], "rtmp://set-for-each-test/live", KEY);
  const hour = await makeTone(join(folder.dir, "long.wav"), { seconds: 3600, hz: 440, rateHz: 8000, channels: 1 });
  // Measured before, or that would take longer than its first sound.
  long = { ...planItem("long", hour, 3_600_000), loudness: { integratedLufs: -20, rangeLu: 0, truePeakDbtp: -18 } };
  warmDir = join(folder.dir, "warm");
  await warmUp();
});
beforeEach(async () => {
  ingest = await startRtmpIngest();
  plan = { ...plan, destinations: plan.destinations.map((destination) => ({ ...destination, url: ingest.url })) };
  engineDir = join(folder.dir, `engine-${(runs += 1)}`);
});
afterEach(async () => {
  for (const host of hosts) await end(host, "SIGKILL");
  await endPublishers(engineDir);
  await ingest.remove();
});
afterAll(() => folder.remove());

/** Airs both tracks, and what leads from one into the other. */
async function warmUp(): Promise<void> {
  const far = await startRtmpIngest({ record: false });
  const engine = await startHost(warmDir, [{ ...plan, destinations: plan.destinations.map((one) => ({ ...one, url: far.url })) }]);
  await until(() => engine.events.filter(({ type }) => type === "track-started").length > 2);
  await engine.end("SIGINT");
  await far.remove();
}

/** An engine in its own process that wants these streams; answers when it has reconciled. */
async function host(plans: readonly Plan[]): Promise<ChildProcess> {
  const path = join(folder.dir, "plans.json");
  writeFileSync(path, JSON.stringify(plans));
  const child = fork(HOST, [engineDir, path], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  hosts.add(child);
  await new Promise<void>((done, fail) => {
    child.on("message", (message: { type: string }) => (message.type === "reconciled" ? done() : undefined));
    child.once("exit", (code) => fail(new Error(`the host ended with ${code}`)));
  });
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  hosts.delete(child);
  await endHost(child, signal);
}

const publisher = () => untilFound(() => publishers(engineDir, plan.streamId)[0]);
const isAlive = ({ pid, startTicks }: PublisherRecord) => identify(pid)?.startTicks === startTicks;

/** Without its sessions, an engine's folder is its cache. */
function useWarmCache(): void {
  mkdirSync(engineDir, { recursive: true });
  cpSync(join(warmDir, "cache"), join(engineDir, "cache"), { recursive: true });
}

/** Ends the stream properly and reads all that arrived. */
async function finish(running: ChildProcess, files = 1) {
  await end(running, "SIGINT");
  const paths = await ingest.recordings(KEY);
  expect(paths).toHaveLength(files);
  return readRecording(paths.at(-1) ?? "");
}

/** The same moments in every run: a linear congruential generator. */
function seededPauses(seed: number, count: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return 200 + (state / 2 ** 31) * 2_000;
  });
}

describe("an engine that is killed", () => {
  it("also while its first render still grows, leaves a publisher that the next one feeds on without a hole", async () => {
    const growing = { ...plan, items: [long] };
    const first = await host([growing]);
    const record = await publisher();
    const path = await ingest.waitForBytes(KEY, 20_000);
    await untilSure(engineDir);
    expect(unfinishedUnits(engineDir)).not.toEqual([]);
    await end(first, "SIGKILL");
    const second = await host([growing]);
    await moreArrives(path, 4_000);
    expect((await publisher()).pid).toBe(record.pid);
    const recording = await finish(second);
    expect(recording.problems).toEqual([]);
  });

  it("six times at any moment, keeps one connection and one recording without a hole above one frame", async () => {
    useWarmCache();
    let running = await host([plan]);
    await ingest.waitForBytes(KEY, 1_000);
    await untilSure(engineDir);
    const { pid } = await publisher();
    for (const pauseMs of seededPauses(20, 6)) {
      await timePasses(pauseMs, "at no particular moment");
      await end(running, "SIGKILL");
      running = await host([plan]);
      expect((await publisher()).pid).toBe(pid);
    }
    await moreArrives((await ingest.recordings(KEY))[0] ?? "", 500);
    const recording = await finish(running);
    expect(recording.video.length).toBeGreaterThan(250);
    expect(recording.problems).toEqual([]);
  });

  it("has its publishers ended by the next one when the stream is not wanted any more", async () => {
    useWarmCache();
    const first = await host([plan]);
    await ingest.waitForBytes(KEY, 1_000);
    const record = await publisher();
    await end(first, "SIGKILL");
    expect(isAlive(record)).toBe(true);
    await host([]);
    expect(isAlive(record)).toBe(false);
    expect(readSessionRecord(sessionDir(engineDir, plan.streamId))).toBeNull();
  });

  it("and whose publisher died meanwhile, has it replaced", async () => {
    useWarmCache();
    const first = await host([plan]);
    await ingest.waitForBytes(KEY, 1_000);
    const record = await publisher();
    await end(first, "SIGKILL");
    process.kill(record.pid, "SIGKILL");
    await untilFound(() => (isAlive(record) ? null : true));
    await secondOfItsOwn((await ingest.recordings(KEY))[0] ?? "");
    const second = await host([plan]);
    const replaced = await untilFound(() => publishers(engineDir, plan.streamId).find(({ pid }) => pid !== record.pid));
    expect(isAlive(replaced)).toBe(true);
    await untilFound(async () => ((await ingest.recordings(KEY)).length === 2 ? true : null));
    await ingest.waitForBytes(KEY, 200_000);
    const recording = await finish(second, 2);
    expect(recording.video[0]?.isKey).toBe(true);
    expect(recording.problems).toEqual([]);
  });
});

describe("an engine that is released by SIGTERM", () => {
  it("leaves its publisher on air for the next one, without a hole", async () => {
    useWarmCache();
    const first = await host([plan]);
    await ingest.waitForBytes(KEY, 500_000);
    const { pid } = await publisher();
    await end(first, "SIGTERM");
    const second = await host([plan]);
    expect((await publisher()).pid).toBe(pid);
    await moreArrives((await ingest.recordings(KEY))[0] ?? "", 1_000);
    const recording = await finish(second);
    expect(recording.problems).toEqual([]);
  });
});

describe("a record whose pid belongs to another process by now", () => {
  it("leads neither to its end nor to its adoption", async () => {
    useWarmCache();
    const first = await host([plan]);
    await ingest.waitForBytes(KEY, 1_000);
    const record = await publisher();
    await end(first, "SIGKILL");
    await endPublishers(engineDir);
    const dir = sessionDir(engineDir, plan.streamId);
    const session = readSessionRecord(dir);
    if (!session) throw new Error("the session is on record");
    const stranger = spawn("sleep", ["60"], { stdio: "ignore" });
    try {
      const pid = stranger.pid ?? 0;
      const startTicks = identify(pid)?.startTicks ?? 0;
      writeSessionRecord(dir, { ...session, publishers: [{ ...record, pid, startTicks }] });
      await secondOfItsOwn((await ingest.recordings(KEY))[0] ?? "");
      await host([plan]);
      const replaced = await untilFound(() => publishers(engineDir, plan.streamId).find((found) => found.pid !== pid));
      expect(isAlive(replaced)).toBe(true);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
      expect(identify(pid)?.startTicks).toBe(startTicks);
    } finally {
      stranger.kill("SIGKILL");
    }
  });
});
