import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { type RtmpIngest, freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { readRecording } from "./support/recording.ts";
import { type Studio, named, openStudio, publishers, rtmp, until, untilFound } from "./support/studio.ts";

/** Looks come about once a second; within one, this process may have had to wait. */
const SAME_LOOK_MS = 300;
const REFUSED = "The destination refused the stream without a reason. Check its address and stream key.";

let studio: Studio;
let items: Plan["items"];

beforeAll(async () => {
  studio = await openStudio();
  items = [planItem("a", await makeTone(join(studio.dir, "a.wav"), { seconds: 4, hz: 440 }), 4_000)];
  await studio.engine.reconcile([]);
});
afterAll(() => studio.close());

/** Goes on air with these destinations, and off at the end of the test. */
function start(name: string, destinations: Plan["destinations"]): Plan {
  const plan = testPlan(items, "rtmp://unused/live", "unused", { ...named(name), destinations });
  studio.engine.apply(plan);
  onTestFinished(async () => {
    studio.engine.stop(plan.streamId);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  });
  return plan;
}

async function ingestForTest(options: Parameters<typeof startRtmpIngest>[0] = {}): Promise<RtmpIngest> {
  const ingest = await startRtmpIngest(options);
  onTestFinished(() => ingest.remove());
  return ingest;
}

const destination = (plan: Plan, id: string) =>
  studio.engine.onAir(plan.streamId).destinations.find((found) => found.id === `destination-${id}`);

describe("an ingest that goes away and comes back at its address", () => {
  it("gets a new recording with headers and an IDR at its beginning, while the programme's clock went on", async () => {
    const first = await ingestForTest();
    const plan = start("back", [rtmp("back", first.url, "BACK")]);
    const began = await studio.trackStarted(plan, 1);
    await first.waitForBytes("BACK", 300_000);
    await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
    await first.stop();
    const lost = await studio.waitFor(plan.streamId, ({ state }) => state === "reconnecting");
    expect(lost.reason).toMatch(/^(The destination closed the connection|Nothing answers at the destination's address)\.$/);
    const second = await ingestForTest({ port: first.port });
    await second.waitForBytes("BACK", 300_000);
    await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
    expect(studio.states(plan.streamId)).toEqual(["preparing", "on-air", "reconnecting", "on-air"]);
    expect(destination(plan, "back")?.state).toBe("sending");
    await until(() => destination(plan, "back")?.lastError === null);
    expect(destination(plan, "back")?.reconnects).toBeGreaterThan(0);

    const [path = ""] = await second.recordings("BACK");
    const recording = await untilFound(async () => {
      const read = await readRecording(path);
      return read.video.length > 60 ? read : null;
    });
    expect(recording.video[0]?.isKey).toBe(true);
    expect(recording.headers.video.size).toBe(1);
    expect(recording.headers.audio.size).toBe(1);
    expect(recording.problems).toEqual([]);
    // Nothing began anew: tracks start at whole lengths of the track since the first.
    const again = await studio.trackStarted(plan, 3);
    const trackMs = (Math.ceil((4 * 48_000) / 1024) * 1024) / 48;
    expect(Math.abs(Date.parse(again.startedAt) - Date.parse(began.startedAt) - 2 * trackMs)).toBeLessThan(100);
  });
});

describe("a destination where nothing listens", () => {
  it("keeps the stream preparing, says why in a sentence, and is tried again until it answers", async () => {
    const port = await freePort();
    const plan = start("late", [rtmp("late", `rtmp://127.0.0.1:${port}/live`, "LATE")]);
    const onAir = await studio.waitFor(plan.streamId, ({ reason }) => reason !== null);
    expect(onAir).toMatchObject({ state: "preparing", reason: "Nothing answers at the destination's address." });
    await until(() => (destination(plan, "late")?.reconnects ?? 0) >= 3);
    expect(destination(plan, "late")).toMatchObject({
      lastError: "Nothing answers at the destination's address.",
      bytesSent: 0,
      evidenceAgeMs: null,
    });
    const ingest = await ingestForTest({ port });
    await ingest.waitForBytes("LATE", 100_000);
    await studio.waitFor(plan.streamId, ({ state, reason }) => state === "on-air" && reason === null);
  });
});

describe("one of several destinations", () => {
  it("that is away, refuses or freezes leaves the healthy one without a hole, is told apart, and is tried until it is back", async () => {
    const [healthy, frozen] = [await ingestForTest({ refuse: ["BADKEY"] }), await ingestForTest()];
    const port = await freePort();
    const plan = start("two", [
      rtmp("healthy", healthy.url, "HEALTHY"),
      rtmp("frozen", frozen.url, "FROZEN"),
      rtmp("dead", `rtmp://127.0.0.1:${port}/live`, "DEAD"),
      rtmp("refused", healthy.url, "BADKEY"),
    ]);
    await Promise.all([healthy.waitForBytes("HEALTHY", 100_000), frozen.waitForBytes("FROZEN", 100_000)]);
    await studio.waitFor(plan.streamId, ({ destinations }) => destinations.filter(({ state }) => state === "sending").length === 2);
    await until(() => destination(plan, "refused")?.state === "refused");
    expect(destination(plan, "refused")).toMatchObject({ lastError: REFUSED, bytesSent: 0, evidenceAgeMs: null });
    await until(() => destination(plan, "dead")?.lastError === "Nothing answers at the destination's address.");
    const workers = await workersOf(frozen.pid);
    onTestFinished(() => workers.forEach((pid) => process.kill(pid, "SIGCONT")));
    // Right behind a look: of what the next one finds nothing was read.
    await until(() => (destination(plan, "frozen")?.evidenceAgeMs ?? Number.POSITIVE_INFINITY) < SAME_LOOK_MS / 2);
    const frozeAtMs = performance.now();
    for (const pid of workers) process.kill(pid, "SIGSTOP");
    // Its kernel goes on acknowledging until its buffer is full, for more than ten seconds of this picture: that is no evidence.
    const acknowledged = await acknowledgedUntilNoticed(plan, "frozen");
    console.info(`a frozen destination was noticed after ${Math.round(performance.now() - frozeAtMs)} ms`);
    expect(acknowledged).toBeGreaterThan(0);
    await until(() => (destination(plan, "frozen")?.reconnects ?? 0) > 0);
    expect(destination(plan, "healthy")).toMatchObject({ state: "sending", reconnects: 0 });
    await until(() => ["dead", "refused"].every((id) => (destination(plan, id)?.reconnects ?? 0) > 1));
    expect(studio.engine.onAir(plan.streamId).state).toBe("on-air");
    for (const pid of workers) process.kill(pid, "SIGCONT");
    await studio.waitFor(plan.streamId, () => destination(plan, "frozen")?.state === "sending");

    const paths = await healthy.recordings("HEALTHY");
    expect(paths).toHaveLength(1);
    const recording = await readRecording(paths[0] ?? "");
    expect(recording.video.length).toBeGreaterThan(150);
    expect(recording.problems).toEqual([]);
  });
});

/** @returns bytes that the far end's kernel has acknowledged since there was evidence of its program, when that was noticed */
async function acknowledgedUntilNoticed(plan: Plan, id: string): Promise<number> {
  let evidence = { atMs: Number.NEGATIVE_INFINITY, bytes: 0 };
  return untilFound(() => {
    const nowMs = performance.now();
    const { state = "", bytesSent = 0, evidenceAgeMs } = destination(plan, id) ?? {};
    const atMs = nowMs - (evidenceAgeMs ?? Number.POSITIVE_INFINITY);
    if (atMs > evidence.atMs + SAME_LOOK_MS) evidence = { atMs, bytes: bytesSent };
    return ["stalled", "waiting"].includes(state) ? bytesSent - evidence.bytes : null;
  });
}

async function workersOf(parent: number): Promise<number[]> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    pids.map(async (pid) => ({ pid: Number(pid), stat: await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "") })),
  );
  const workers = stats.filter(({ stat }) => stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(parent)).map(({ pid }) => pid);
  expect(workers).toHaveLength(1);
  return workers;
}

describe("a destination that refuses the stream", () => {
  it("is connected at once when its key or address is corrected, however long the pause before the next attempt is by then", async () => {
    const ingest = await ingestForTest({ refuse: ["BADKEY"] });
    const bad = rtmp("corrected", ingest.url, "BADKEY");
    const plan = start("corrected", [bad, rtmp("moved", `${ingest.url}-elsewhere`, "MOVED")]);
    // Five pauses have grown to 4 s and more: the next attempt of the old ones is far away.
    const isPatient = () => ["corrected", "moved"].every((id) => (destination(plan, id)?.reconnects ?? 0) >= 5);
    await until(isPatient);
    await until(() => ["corrected", "moved"].every((id) => destination(plan, id)?.state === "refused"));
    studio.engine.apply({ ...plan, destinations: [rtmp("corrected", ingest.url, "GOODKEY"), rtmp("moved", ingest.url, "MOVED")] });
    expect(["corrected", "moved"].map((id) => destination(plan, id)?.lastError)).toEqual([null, null]);
    await until(() => ["corrected", "moved"].every((id) => destination(plan, id)?.state === "connecting"), 500);
    await until(() => ["corrected", "moved"].every((id) => destination(plan, id)?.state === "sending"));
    expect(studio.lines.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("a destination whose stored address cannot be read", () => {
  it.each([
    ["port", "rtmp://ingest.label.example:65536/live", "ingest.label.example:65536", "its port 65536 is above 65535."],
    ["host", "rtmp://[::::]/live", "[::::]", "its host cannot be read."],
  ])("for its %s is told so, costs nothing else, and is connected once that is corrected", async (what, url, host, fault) => {
    const ingest = await ingestForTest();
    const name = `typo-${what}`;
    const good = rtmp(`good-${what}`, ingest.url, `GOOD-${what}`);
    const plan = start(name, [good, rtmp(name, url, `TYPO-${what}`)]);
    await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
    const sentence = `The destination's address cannot be used: ${fault}`;
    expect(destination(plan, name)).toMatchObject({ host, state: "waiting", lastError: sentence, reconnects: 0 });
    studio.engine.apply({ ...plan, destinations: [good, rtmp(name, ingest.url, `TYPO-${what}`)] });
    // The longest pause is ten seconds.
    await until(() => ["connecting", "sending"].includes(destination(plan, name)?.state ?? ""), 2_000);
    await until(() => destination(plan, name)?.state === "sending");
    // And spoilt again while it is sent to.
    studio.engine.apply({ ...plan, destinations: [good, rtmp(name, url, `TYPO-${what}`)] });
    await until(() => destination(plan, name)?.lastError === sentence);
    expect(destination(plan, `good-${what}`)).toMatchObject({ state: "sending", reconnects: 0 });
    expect(publishers(studio.engineDir, plan.streamId)).toHaveLength(1);
  });
});

describe("a stream that is started again and stopped while its session before still ends", () => {
  it("is stopping until it is off, and never off while something is still sent", async () => {
    const ingest = await ingestForTest();
    const plan = start("again", [rtmp("again", ingest.url, "AGAIN")]);
    await ingest.waitForBytes("AGAIN", 50_000);
    studio.engine.apply({ ...plan, sessionId: named("again-anew").sessionId });
    expect(studio.engine.onAir(plan.streamId).state).toBe("stopping");
    studio.engine.stop(plan.streamId);
    expect(studio.engine.onAir(plan.streamId).state).toBe("stopping");
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
    expect(publishers(studio.engineDir, plan.streamId)).toEqual([]);
  });
});

describe("a destination that changes while on air", () => {
  it("is left and the new one fed, without the other noticing; one that is taken out ends", async () => {
    const ingest = await ingestForTest();
    const plan = start("change", [rtmp("kept", ingest.url, "KEPT"), rtmp("moved", ingest.url, "OLDKEY")]);
    await Promise.all([ingest.waitForBytes("KEPT", 50_000), ingest.waitForBytes("OLDKEY", 50_000)]);
    const kept = publishers(studio.engineDir, plan.streamId).find(({ destinationId }) => destinationId === "destination-kept")?.pid;
    studio.engine.apply({ ...plan, destinations: [rtmp("kept", ingest.url, "KEPT"), rtmp("moved", ingest.url, "NEWKEY")] });
    await ingest.waitForBytes("NEWKEY", 50_000);
    studio.engine.apply({ ...plan, destinations: [rtmp("kept", ingest.url, "KEPT")] });
    await until(() => publishers(studio.engineDir, plan.streamId).length === 1);
    expect(publishers(studio.engineDir, plan.streamId)[0]?.pid).toBe(kept);
    expect(await ingest.recordings("KEPT")).toHaveLength(1);
    expect(destination(plan, "kept")).toMatchObject({ state: "sending", reconnects: 0 });
  });
});
