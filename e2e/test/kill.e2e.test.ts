import { stat } from "node:fs/promises";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { timePasses } from "@nightjar/kit/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "../src/call.ts";
import { noteChaos } from "../src/chaos.ts";
import { givenStream, givenTracks } from "../src/given.ts";
import { isRunning } from "../src/processes.ts";
import { checkRecording } from "../src/recording.ts";
import { seeded } from "../src/seeded.ts";
import { studioFor } from "../src/studio-for.ts";
import type { Publisher, Studio } from "../src/studio.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

const STREAM_KEY = "killed";
/** A hundred at night. */
const KILLS = Number(process.env["KILLS"] ?? 10);
const ENDS = 5;
/** What is sent ahead of the clock, and the moments between a call and its effect. */
const CLOCK_TOLERANCE_MS = 8_000;
/** How long after a server has taken the data folder it is killed at the latest: some die while they start, some on air. */
const LIFE_MAX_MS = 3000;
/** More than the header and one picture's start. */
const FIRST_PACKET_BYTES = 1000;
/** Caps for a machine that others use: wanted on an idle one are 3 and 1 s. What it took is printed. */
const COLD_MAX_MS = 15_000;
const WARM_MAX_MS = 9000;
/** With npm behind it. */
const ENDED_MAX_MS = 15_000;

const open = studioFor("kill");
let ingest: RtmpIngest;
let studio: Studio;
let call: Call;
let streamId = "";

beforeAll(async () => {
  ingest = await startRtmpIngest();
  ({ studio, call } = open());
  const trackIds = await givenTracks(call, open().folder, TONES);
  streamId = await givenStream(call, "Unkillable", { trackIds, destination: { rtmpUrl: ingest.url, streamKey: STREAM_KEY } });
});
afterAll(() => ingest?.remove());

const onAir = () => call("GET", `/api/streams/${streamId}/on-air`);
const recordings = () => ingest.recordings(STREAM_KEY);

/** @returns how long it took from the call to the first picture at the ingest */
async function goOnAir(): Promise<number> {
  const before = (await recordings()).length;
  const askedAtMs = performance.now();
  await call("POST", `/api/direct-streaming/start/${streamId}`);
  await until("a recording", async () => {
    const newest = (await recordings())[before];
    return newest !== undefined && (await stat(newest)).size >= FIRST_PACKET_BYTES;
  });
  const tookMs = performance.now() - askedAtMs;
  await until("on air", async () => (await onAir())["state"] === "on-air");
  return tookMs;
}

async function goOffAir(): Promise<void> {
  const sending = studio.publishers();
  await call("POST", `/api/direct-streaming/stop/${streamId}`);
  await until("off", async () => (await onAir())["state"] === "off");
  await until("no publisher", () => sending.every(({ pid }) => !isRunning(pid)));
}

/** Waits until the ingest has recorded this much more of the stream. */
async function untilRecorded(path: string, moreBytes: number): Promise<void> {
  const { size } = await stat(path);
  await until("more of the recording", async () => (await stat(path)).size > size + moreBytes);
}

describe("a stream on air", () => {
  let publishers: readonly Publisher[] = [];
  let path = "";
  let onAirSinceMs = 0;
  let offAirAtMs = 0;
  let offAirForSureMs = 0;
  let recordingCount = 0;
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const random = seeded(seed);
  console.log(`SEED=${seed}`);

  it("reaches the ingest within seconds of Start, with an empty cache", async () => {
    const coldMs = await goOnAir();
    console.log(`first packet at the ingest with an empty cache: ${Math.round(coldMs)} ms after Start`);
    publishers = studio.publishers();
    path = (await recordings())[0] ?? "";
    expect(coldMs).toBeLessThan(COLD_MAX_MS);
    expect(publishers).toHaveLength(1);
  });

  it(`is adopted ${ENDS} times after SIGTERM and npm start, also while it still renders`, async () => {
    const lives: number[] = [];
    for (let end = 0; end < ENDS; end += 1) {
      const askedAtMs = performance.now();
      await studio.end("SIGTERM");
      expect(performance.now() - askedAtMs).toBeLessThan(ENDED_MAX_MS);
      expect(publishers.filter(({ pid }) => !isRunning(pid))).toEqual([]);
      await studio.start();
      await until("on air again", async () => (await onAir())["state"] === "on-air");
      expect(studio.publishers(), `after SIGTERM ${end + 1}, ${lives.join(", ")} ms`).toEqual(publishers);
      const lifeMs = Math.round(random() * LIFE_MAX_MS);
      await timePasses(lifeMs, "at no particular moment");
      lives.push(lifeMs);
    }
    console.log(`ended ${lives.join(", ")} ms after it was on air again`);
    await untilRecorded(path, 1_000_000);
    expect(await recordings()).toHaveLength(1);
  });

  it("reaches the ingest sooner with a warm cache", async () => {
    // Warm is what has been rendered to its end.
    await until("all is rendered", async () => ((await onAir())["render"] as { ready: boolean }).ready, 90_000);
    await goOffAir();
    const before = await recordings();
    const warmMs = await goOnAir();
    console.log(`first packet at the ingest with a warm cache: ${Math.round(warmMs)} ms after Start`);
    onAirSinceMs = performance.now();
    publishers = studio.publishers();
    path = (await recordings())[before.length] ?? "";
    recordingCount = before.length + 1;
    expect(warmMs).toBeLessThan(WARM_MAX_MS);
    expect(publishers).toHaveLength(1);
  });

  it(`outlives ${KILLS} times kill -9 of the server, at random moments, without a new connection`, async () => {
    const lives: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const lifeMs = Math.round(random() * LIFE_MAX_MS);
      await timePasses(lifeMs, "at no particular moment");
      await studio.end("SIGKILL");
      studio.spawn();
      await until("a new server", () => studio.serverPid());
      lives.push(lifeMs);
    }
    await studio.ready();
    await until("on air again", async () => (await onAir())["state"] === "on-air");
    await untilRecorded(path, 1_000_000);
    console.log(`killed ${lives.join(", ")} ms after it had taken its folder`);
    expect(studio.publishers()).toEqual(publishers);
    expect(publishers.filter(({ pid }) => !isRunning(pid))).toEqual([]);
    expect(await recordings()).toHaveLength(recordingCount);
  });

  it("is left alone by a second npm start, which refuses with a sentence", async () => {
    const pid = studio.serverPid();
    expect(pid).not.toBe(null);
    const second = await studio.npm("start");
    expect(second.code).not.toBe(0);
    expect(second.output).toContain(
      `Another Nightjar (pid ${pid}) uses the data folder ${studio.dataDir}. Stop it first, or set DATA_DIR.`,
    );
    expect(studio.serverPid()).toBe(pid);
    expect(studio.publishers()).toEqual(publishers);
  });

  it("ends with npm run stop -- --off-air", async () => {
    offAirAtMs = performance.now();
    const stop = await studio.npm("run", "stop", "--", "--off-air");
    offAirForSureMs = performance.now();
    expect(stop.code).toBe(0);
    expect(stop.output).toContain("off air");
    expect(publishers.filter(({ pid }) => isRunning(pid))).toEqual([]);
    expect(studio.serverPid()).toBe(null);
  });

  it("was one recording all the time, without a hole or any other fault", async () => {
    expect(await recordings()).toHaveLength(recordingCount);
    const { video, audio, problems } = await checkRecording(path);
    console.log(`longest hole after ${KILLS} kills: picture ${video.longestHoleMs} ms, sound ${audio.longestHoleMs} ms`);
    noteChaos({
      ...{ what: `${KILLS} kills of the server (kill -9) and ${ENDS} of SIGTERM`, expected: "one connection, one recording" },
      ...{ seen: "the same publisher throughout", holeMs: Math.max(video.longestHoleMs, audio.longestHoleMs) },
    });
    expect(problems).toEqual([]);
    // Nor was time won by sending less than had passed.
    const recordedMs = video.lastMs - video.firstMs;
    // On a busy machine it is seconds from the call until it has an effect.
    const [leastMs, mostMs] = [offAirAtMs - onAirSinceMs, offAirForSureMs - onAirSinceMs];
    console.log(`recorded ${Math.round(recordedMs)} ms in ${Math.round(leastMs)} to ${Math.round(mostMs)} ms`);
    expect(recordedMs).toBeGreaterThan(leastMs - CLOCK_TOLERANCE_MS);
    expect(recordedMs).toBeLessThan(mostMs + CLOCK_TOLERANCE_MS);
  });
});
