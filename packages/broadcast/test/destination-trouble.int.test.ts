import { join } from "node:path";
import type { OnAir, Plan } from "@nightjar/contract";
import { ARRIVAL_PATIENCE_MS, type RtmpIngest, freePort, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { startProxy } from "./support/proxy.ts";
import { type Studio, named, openStudio, rtmp, until } from "./support/studio.ts";

let studio: Studio;
let ingest: RtmpIngest;
let items: Plan["items"];

beforeAll(async () => {
  studio = await openStudio();
  ingest = await startRtmpIngest({ refuse: ["BADKEY"] });
  items = [planItem("a", await makeTone(join(studio.dir, "a.wav"), { seconds: 60, hz: 440 }), 60_000)];
  await studio.engine.reconcile([]);
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

/** On air to a healthy destination and to these. */
async function onAir(name: string, destinations: Plan["destinations"]): Promise<Plan> {
  const healthy = rtmp(`healthy-${name}`, ingest.url, `HEALTHY-${name}`);
  // Of a stream with fewer bits, what lies in the buffers of the sockets would hide for a minute how little is taken.
  const plan = testPlan(items, ingest.url, "unused", { ...named(name), profileId: "1080p30", destinations: [healthy, ...destinations] });
  studio.engine.apply(plan);
  onTestFinished(async () => {
    studio.engine.stop(plan.streamId);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
  });
  await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
  return plan;
}

const now = (plan: Plan): OnAir => studio.engine.onAir(plan.streamId);
const condition = (plan: Plan, code: string) => now(plan).conditions.find((found) => found.code === code);
const destination = (plan: Plan, name: string) => now(plan).destinations.find(({ id }) => id === `destination-${name}`);
/** All that was told of one condition, as often as it was told. */
const toldOf = (plan: Plan, code: string) =>
  studio.events.flatMap((event) =>
    event.type === "on-air" && event.streamId === plan.streamId
      ? [event.onAir.conditions.find((found) => found.code === code) ?? null]
      : [],
  );

describe("a second destination", () => {
  it("that nobody answers for raises a condition that names its host, and holds from its first moment through all retries", async () => {
    const port = await freePort();
    const plan = await onAir("dead", [rtmp("dead", `rtmp://127.0.0.1:${port}/live`, "DEAD")]);
    await until(() => condition(plan, "destination-down") !== undefined);
    const text = `127.0.0.1:${port}: Nothing answers at the destination's address.`;
    expect(condition(plan, "destination-down")?.text).toBe(text);
    const { reconnects = 0 } = destination(plan, "dead") ?? {};
    await until(() => (destination(plan, "dead")?.reconnects ?? 0) >= reconnects + 2);
    const told = toldOf(plan, "destination-down");
    expect(new Set(told.slice(told.findIndex(Boolean)).map((found) => found?.since)).size).toBe(1);
    expect(now(plan).state).toBe("on-air");
  });

  it("that refuses the stream is told as that, from its first moment through all retries", async () => {
    const plan = await onAir("refused", [rtmp("refused", ingest.url, "BADKEY")]);
    await until(() => condition(plan, "destination-refused") !== undefined);
    expect(condition(plan, "destination-refused")?.text).toMatch(/^127\.0\.0\.1:\d+: The destination refused the stream/);
    await until(() => (destination(plan, "refused")?.reconnects ?? 0) >= 6);
    const told = toldOf(plan, "destination-refused");
    expect(new Set(told.slice(told.findIndex(Boolean)).map((found) => found?.since)).size).toBe(1);
  });

  it("that takes the first bytes and hangs up is not called sending, is tried ever more rarely, and keeps its error", async () => {
    const proxy = await startProxy(ingest.port, { hangsUpAfterBytes: 40_000 });
    onTestFinished(() => proxy.close());
    const plan = await onAir("hangs", [rtmp("hangs", proxy.url, "HANGS")]);
    const startedMs = performance.now();
    await until(() => (destination(plan, "hangs")?.reconnects ?? 0) >= 6);
    // The pauses before it: 0.25, 0.5, 1, 2 and 4 s.
    expect(performance.now() - startedMs).toBeGreaterThan(5_000);
    const told = studio.events.flatMap((event) =>
      event.type === "on-air" && event.streamId === plan.streamId
        ? event.onAir.destinations.filter(({ id }) => id === "destination-hangs")
        : [],
    );
    expect(told.map(({ state }) => state)).not.toContain("sending");
    const first = told.findIndex(({ lastError }) => lastError !== null);
    expect(told.slice(first).filter(({ lastError }) => lastError === null)).toEqual([]);
  });

  it("that takes less than the stream has is told as too slow, with figures", async () => {
    let kbps: number | null = null;
    const proxy = await startProxy(ingest.port, { kbps: () => kbps });
    onTestFinished(() => proxy.close());
    const plan = await onAir("slow", [rtmp("slow", proxy.url, "SLOW")]);
    const rate = () => destination(plan, "healthy-slow")?.bitrateKbps ?? 0;
    // So much is some fifteen seconds: a rate of the first looks is that of a burst, or of the pause behind it.
    const isSettled = () => (destination(plan, "healthy-slow")?.bytesSent ?? 0) > 5_000_000;
    await until(() => isSettled() && destination(plan, "slow")?.state === "sending");
    kbps = rate() * 0.5;
    await until(
      () => condition(plan, "destination-slow") !== undefined,
      ARRIVAL_PATIENCE_MS,
      () => JSON.stringify(now(plan).destinations),
    );
    console.info(`of ${rate()} kbit/s it read ${kbps}: ${condition(plan, "destination-slow")?.text}`);
    expect(condition(plan, "destination-slow")?.text).toMatch(
      /^127\.0\.0\.1:\d+: The destination is too slow: it takes \d+\.\d of \d+\.\d Mbit\/s\.$/,
    );
    expect(destination(plan, "healthy-slow")).toMatchObject({ state: "sending", reconnects: 0, lastError: null });
  });
});

describe("a stream whose only destination is taken out while it is on air", () => {
  it("says so in a sentence, until it has another", async () => {
    const plan = await onAir("none", []);
    studio.engine.apply({ ...plan, destinations: [] });
    const left = await studio.waitFor(plan.streamId, ({ state }) => state === "reconnecting");
    expect(left).toMatchObject({ reason: "This stream has no destination: it is sent to nobody.", destinations: [] });
    studio.engine.apply({ ...plan, destinations: [rtmp("another", ingest.url, "ANOTHER")] });
    await studio.waitFor(plan.streamId, ({ state, reason }) => state === "on-air" && reason === null);
  });
});
