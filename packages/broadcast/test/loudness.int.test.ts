import { join } from "node:path";
import { type Loudness, PROFILES, airLevel, levelNote } from "@nightjar/contract";
import { measureLoudness, run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audioArgs } from "../src/render/audio.ts";
import { LevelStore } from "../src/render/levels.ts";
import { planFile, testFolder } from "./support/engine.ts";
import { decode, encode } from "./support/splice.ts";

const PROFILE = PROFILES["1080p30"];
const TIMEOUT_MS = 60_000;
const TARGET_LUFS = -14;
const SECONDS = 12;

/** As different as tracks are: what a meter, a limiter or a resampler could stumble over. */
const TRACKS: readonly (readonly [name: string, rateHz: number, expression: string])[] = [
  ["speech in bursts", 44_100, "0.3*(random(0)-0.5+sin(2*PI*180*t))*gt(sin(2*PI*0.7*t),-0.2)*pow(abs(sin(2*PI*3.1*t)),2)"],
  ["quiet, with drum hits", 44_100, "0.04*sin(2*PI*300*t)+0.03*(random(0)-0.5)+0.25*sin(2*PI*70*t)*exp(-25*mod(t,0.5))"],
  ["dense", 44_100, "0.98*tanh(4*(0.5*sin(2*PI*110*t)+0.4*sin(2*PI*277*t)+0.5*(random(0)-0.5)))|0.98*tanh(4*sin(2*PI*330*t))"],
  [
    "a crescendo",
    48_000,
    `(0.01+0.9*pow(t/${SECONDS},3))*(0.5*sin(2*PI*220*t)+0.3*(random(0)-0.5))|(0.01+0.9*pow(t/${SECONDS},3))*sin(2*PI*880*t)`,
  ],
  ["mono", 44_100, "0.05*sin(2*PI*440*t)+0.02*sin(2*PI*1320*t)"],
  ["96 kHz", 96_000, "0.2*sin(2*PI*440*t)+0.2*sin(2*PI*12000*t)*sin(2*PI*t)|0.2*sin(2*PI*554*t)"],
  ["low bass", 44_100, "0.4*sin(2*PI*45*t)*(0.6+0.4*sin(2*PI*2*t))"],
  ["treble", 48_000, "0.15*sin(2*PI*9000*t)*pow(abs(sin(2*PI*4*t)),8)|0.1*sin(2*PI*8000*t)"],
  ["silence in the middle", 44_100, "0.3*sin(2*PI*300*t)*(lt(t,4)+gt(t,8))|0.3*sin(2*PI*310*t)*(lt(t,4)+gt(t,8))"],
  ["clipped", 44_100, "clip(3*sin(2*PI*200*t)+2*(random(0)-0.5),-1,1)|clip(3*sin(2*PI*205*t),-1,1)"],
];
/** Hardly anything between its clicks: at the target the limiter would have to take most of them away. */
const CLICKS = "0.004*sin(2*PI*300*t)+0.9*sin(2*PI*1500*t)*exp(-400*mod(t,2))";

let folder: Awaited<ReturnType<typeof testFolder>>;
let levels: LevelStore;
beforeAll(async () => {
  folder = await testFolder();
  levels = new LevelStore({ dir: folder.dir, ffmpegPath: "ffmpeg", ffmpegVersion: "test" });
});
afterAll(() => folder.remove());

/** The loudness of a sound before, and as it is decoded from the unit that goes on air. */
async function air(name: string, rateHz: number, expression: string): Promise<{ before: Loudness; onAir: Loudness }> {
  const path = join(folder.dir, `${name.replaceAll(/\W/g, "-")}.flac`);
  // A comma parts filters.
  const source = `aevalsrc='${expression}':s=${rateHz}:d=${SECONDS}`;
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, path], { timeoutMs: TIMEOUT_MS });
  const before = await measureLoudness(path, { ffmpegPath: "ffmpeg" });
  const gainDb = await levels.gainDb(await planFile(path), before, TARGET_LUFS);
  const unit = await encode(audioArgs(PROFILE, { path, loudness: before, targetLufs: before.integratedLufs + gainDb }), folder.dir);
  const pcm = await decode(unit.header, unit.packets);
  const aired = join(folder.dir, "aired.wav");
  const input = ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", "pipe:0"];
  await run("ffmpeg", ["-v", "error", "-y", ...input, "-c:a", "pcm_f32le", aired], {
    timeoutMs: TIMEOUT_MS,
    input: new Uint8Array(pcm.buffer),
  });
  return { before, onAir: await measureLoudness(aired, { ffmpegPath: "ffmpeg" }) };
}

describe("the loudness on air", () => {
  it.each(TRACKS)(
    "is within one LU of the target, and its peaks below the limit: %s",
    async (name, rateHz, expression) => {
      const { before, onAir } = await air(name, rateHz, expression);
      console.info(
        `${name}: ${before.integratedLufs} LUFS, ${before.truePeakDbtp.toFixed(1)} dBTP; on air ${onAir.integratedLufs} LUFS, ${onAir.truePeakDbtp.toFixed(1)} dBTP`,
      );
      expect(levelNote(before, TARGET_LUFS)).toBeNull();
      expect(Math.abs(onAir.integratedLufs - TARGET_LUFS)).toBeLessThanOrEqual(1);
      // The encoder adds its own error to what the limiter lets through.
      expect(onAir.truePeakDbtp).toBeLessThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    "stays below the target, and says so, where the limiter would have to take off more than 6 dB",
    async () => {
      const { before, onAir } = await air("clicks", 48_000, CLICKS);
      const { limiterDb, heldBackDb } = airLevel(before, TARGET_LUFS);
      console.info(
        `clicks: ${before.integratedLufs} LUFS, ${before.truePeakDbtp.toFixed(1)} dBTP; on air ${onAir.integratedLufs} LUFS; held back ${heldBackDb.toFixed(1)} dB`,
      );
      expect(limiterDb).toBeCloseTo(6, 1);
      expect(heldBackDb).toBeGreaterThan(3);
      expect(levelNote(before, TARGET_LUFS)).toMatch(
        /^Plays about \d+ dB quieter than the others: its peaks would have to be cut by more than 6 dB\.$/,
      );
      expect(onAir.integratedLufs).toBeLessThan(TARGET_LUFS - 1);
      expect(onAir.truePeakDbtp).toBeLessThan(0);
    },
    TIMEOUT_MS,
  );
});
