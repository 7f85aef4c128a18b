import { join } from "node:path";
import { PROFILES, type PlanItem } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { edgeArgs } from "../src/render/audio.ts";
import { CHANNELS } from "../src/render/junction.ts";
import { planFile, planItem, testPlan } from "./support/engine.ts";
import { floats, frameErrors } from "./support/splice.ts";
import { type Studio, named, openStudio, rtmp } from "./support/studio.ts";

const TIMEOUT_MS = 300_000;
const RATE_HZ = 44_100;
const SPLIT_SECONDS = 6;
const SECONDS = 9;
/** One sample off at 9 kHz would be an error of full scale. */
const RECORDING = "0.2*sin(2*PI*9000*t)+0.2*sin(2*PI*70*t)*sin(2*PI*2*t)|0.3*sin(2*PI*330*t)+0.2*sin(2*PI*7001*t)";
const LEVEL = { integratedLufs: -14, rangeLu: 1, truePeakDbtp: -9 };

let studio: Studio;
let ingest: RtmpIngest;
let items: readonly PlanItem[];
let ideal: Float32Array;

beforeAll(async () => {
  studio = await openStudio();
  ingest = await startRtmpIngest();
  await studio.engine.reconcile([]);
  const whole = join(studio.dir, "whole.wav");
  const ffmpeg = (args: readonly string[]) =>
    run("ffmpeg", ["-v", "error", ...args], { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 64 * 1024 * 1024 });
  await ffmpeg(["-f", "lavfi", "-i", `aevalsrc='${RECORDING}':s=${RATE_HZ}:d=${SECONDS}`, whole]);
  const splitSample = SPLIT_SECONDS * RATE_HZ + 1237;
  const half = async (id: string, filter: string, seconds: number, isGapless: boolean) => {
    const path = join(studio.dir, `${id}.flac`);
    await ffmpeg(["-i", whole, "-af", `atrim=${filter},asetpts=N/SR/TB`, path]);
    // Of one title, so that one picture serves both: the second is there before it is due on a busy machine, too.
    return { ...planItem(id, await planFile(path), Math.round(seconds * 1000)), title: "Whole", artist: "One", loudness: LEVEL, isGapless };
  };
  items = [
    await half("a", `end_sample=${splitSample}`, splitSample / RATE_HZ, false),
    await half("b", `start_sample=${splitSample}`, SECONDS - splitSample / RATE_HZ, true),
  ];
  const source = { path: whole, loudness: LEVEL, targetLufs: -14 };
  ideal = floats((await ffmpeg(edgeArgs(PROFILES["720p30"], source, { fromSample: 0, toSample: null }))).stdout);
}, TIMEOUT_MS);
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

describe("two halves of one recording that are marked gapless", () => {
  it(
    "are heard from the ingest as the whole",
    async () => {
      const destinations = [rtmp("gapless", ingest.url, "GAPLESS")];
      const plan = testPlan(items, ingest.url, "GAPLESS", { ...named("gapless"), profileId: "720p30", destinations });
      studio.engine.apply(plan);
      // The second time round: a busy machine may not have had the seam in time for the first.
      const began = await studio.trackStarted(plan, 1, 60_000);
      const again = await studio.trackStarted(plan, 3, 60_000);
      await studio.trackStarted(plan, 4, 60_000);
      await studio.waitFor(plan.streamId, ({ track, positionMs }) => track?.itemId === "item-b" && positionMs > 500);
      studio.engine.stop(plan.streamId);
      await studio.waitFor(plan.streamId, ({ state }) => state === "off");
      const [path = ""] = await ingest.recordings("GAPLESS");
      const args = ["-v", "error", "-i", path, "-vn", "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1"];
      const aired = floats((await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 64 * 1024 * 1024 })).stdout);
      const expected = ((Date.parse(again.startedAt) - Date.parse(began.startedAt)) * 48_000) / 1000;
      const shift = shiftOf(aired, Math.round(expected));
      const errors = frameErrors(aired.subarray(shift * CHANNELS), ideal);
      const frameAt = (seconds: number) => Math.round((seconds * 48_000) / 1024);
      const elsewhere = errors.slice(frameAt(1), frameAt(SPLIT_SECONDS - 2));
      // Up to what is written when Stop begins to fade out.
      const atSeam = errors.slice(frameAt(SPLIT_SECONDS - 2), frameAt(SPLIT_SECONDS + 1.5));
      expect(Math.max(...atSeam)).toBeLessThanOrEqual(Math.max(...elsewhere) * 1.25);
    },
    TIMEOUT_MS,
  );
});

/** Where in the recording the whole begins, to the sample, not far from what is expected. */
function shiftOf(aired: Float32Array, expected: number): number {
  const at = 2 * 48_000;
  const errorAt = (shift: number) => {
    let sum = 0;
    for (let index = 0; index < 400; index += 1) {
      sum += Math.abs((aired[(at + shift + index) * CHANNELS] ?? 0) - (ideal[(at + index) * CHANNELS] ?? 0));
    }
    return sum;
  };
  const shifts = Array.from({ length: 16_384 }, (_, index) => expected + index - 8192);
  return shifts.reduce((best, shift) => (errorAt(shift) < errorAt(best) ? shift : best), expected);
}
