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

const TIMEOUT_MS = 120_000;
const RATE_HZ = 44_100;
const SPLIT_SECONDS = 8;
const SECONDS = 12;
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
  const half = async (id: string, filter: string, isGapless: boolean) => {
    const path = join(studio.dir, `${id}.flac`);
    await ffmpeg(["-i", whole, "-af", `atrim=${filter},asetpts=N/SR/TB`, path]);
    // Of one title, so that one picture serves both: the second is there before it is due on a busy machine, too.
    return { ...planItem(id, await planFile(path), SPLIT_SECONDS * 1000), title: "Whole", artist: "One", loudness: LEVEL, isGapless };
  };
  items = [await half("a", `end_sample=${splitSample}`, false), await half("b", `start_sample=${splitSample}`, true)];
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
      const plan = testPlan(items, ingest.url, "GAPLESS", { ...named("gapless"), profileId: "720p30", crossfadeMs: 5_000, destinations });
      studio.engine.apply(plan);
      await studio.trackStarted(plan, 2, 60_000);
      await studio.waitFor(plan.streamId, ({ track, positionMs }) => track?.itemId === "item-b" && positionMs > 1_500);
      studio.engine.stop(plan.streamId);
      await studio.waitFor(plan.streamId, ({ state }) => state === "off", 15_000);
      const [path = ""] = await ingest.recordings("GAPLESS");
      const args = ["-v", "error", "-i", path, "-vn", "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1"];
      const aired = floats((await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 64 * 1024 * 1024 })).stdout);
      const shift = shiftOf(aired);
      const errors = frameErrors(aired.subarray(shift * CHANNELS), ideal);
      const perSecond = 48_000 / 1024;
      // After the fade in, up to what is written when Stop fades out.
      const [from, seam, end] = [2, SPLIT_SECONDS, SPLIT_SECONDS + 2].map((seconds) => Math.round(seconds * perSecond)) as [
        number,
        number,
        number,
      ];
      const elsewhere = errors.slice(from, seam - 90);
      expect(Math.max(...errors.slice(seam - 90, end))).toBeLessThanOrEqual(Math.max(...elsewhere) * 1.25);
    },
    TIMEOUT_MS,
  );
});

/** Samples by which what was recorded lags what was meant: a decoder begins with the encoder's delay. */
function shiftOf(aired: Float32Array): number {
  const at = 4 * 48_000;
  const errorAt = (shift: number) => {
    let sum = 0;
    for (let index = 0; index < 400; index += 1)
      sum += Math.abs((aired[(at + shift + index) * CHANNELS] ?? 0) - (ideal[(at + index) * CHANNELS] ?? 0));
    return sum;
  };
  const shifts = Array.from({ length: 8192 }, (_, index) => index - 4096);
  return shifts.reduce((best, shift) => (errorAt(shift) < errorAt(best) ? shift : best), 0);
}
