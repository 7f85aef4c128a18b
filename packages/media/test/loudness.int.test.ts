import { truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AIR_FORMAT_FILTER, MediaError, measureLoudness, probeAudio, ProcessError, SILENCE_DBTP, SILENCE_LUFS } from "../src/index.ts";
import { type Bench, openBench } from "./synth.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.clear());

/** A 1 kHz sine in every channel; parts of [peak dBFS, seconds] one after the other. */
function sine(channels: number, parts: readonly (readonly [number, number])[], rateHz = 48_000): string[] {
  const sources = parts.flatMap(([dbfs, seconds]) => {
    const expression = Array.from({ length: channels }, () => `${10 ** (dbfs / 20)}*sin(2*PI*1000*t)`).join("|");
    return ["-f", "lavfi", "-i", `aevalsrc=${expression}:s=${rateHz}:d=${seconds}`];
  });
  const joined = `${parts.map((_, n) => `[${n}]`).join("")}concat=n=${parts.length}:v=0:a=1`;
  return [...sources, "-filter_complex", joined, "-c:a", "pcm_s24le"];
}
const measure = async (name: string, args: string[]) => measureLoudness(await bench.make(name, ...args), bench);

describe("measureLoudness", () => {
  it.each([
    ["case 1: -23 dBFS", [[-23, 20]], -23],
    ["case 2: -33 dBFS", [[-33, 20]], -33],
    [
      "case 3: quiet, loud, quiet: the relative gate",
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
      -23,
    ],
    [
      "case 4: as 3 with what the absolute gate drops",
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
      -23,
    ],
  ] as const)("agrees with EBU Tech 3341 %s", async (_, parts, expectedLufs) => {
    const { integratedLufs } = await measure("case.wav", sine(2, parts));
    expect(Math.abs(integratedLufs - expectedLufs)).toBeLessThanOrEqual(0.1);
  });

  it("agrees with EBU Tech 3342 case 1 on the range", async () => {
    const { rangeLu } = await measure(
      "range.wav",
      sine(2, [
        [-20, 20],
        [-30, 20],
      ]),
    );
    expect(Math.abs(rangeLu - 10)).toBeLessThanOrEqual(1);
  });

  it.each([
    [1, 44_100, "pcm_s16le"],
    [1, 96_000, "pcm_s24le"],
    [2, 44_100, "flac"],
    [6, 48_000, "pcm_s16le"],
  ] as const)("tells of %i channels at %i Hz (%s) what they measure once in the format of the air", async (channels, rateHz, codec) => {
    const suffix = codec === "flac" ? "flac" : "wav";
    const source = await bench.make(`source.${suffix}`, ...sine(channels, [[-29, 5]], rateHz).slice(0, -2), "-c:a", codec);
    const aired = await bench.make("aired.wav", "-i", source, "-af", AIR_FORMAT_FILTER, "-c:a", "pcm_s16le");
    expect(await probeAudio(aired, bench)).toMatchObject({ channels: 2, sampleRateHz: 48_000 });
    const [measured, expected] = [await measureLoudness(source, bench), await measureLoudness(aired, bench)];
    expect(Math.abs(measured.integratedLufs - expected.integratedLufs)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(measured.truePeakDbtp - expected.truePeakDbtp)).toBeLessThanOrEqual(0.1);
  });

  it("finds the peak between the samples, where the samples do not show it", async () => {
    const phase = "sin(2*PI*12000*t+PI/4)";
    const { truePeakDbtp } = await measure("between.wav", [
      "-f",
      "lavfi",
      "-i",
      `aevalsrc=0.5*${phase}|0.5*${phase}:s=48000:d=5,afade=d=1,afade=t=out:st=4:d=1`,
    ]);
    expect(truePeakDbtp).toBeGreaterThan(-6.4);
    expect(truePeakDbtp).toBeLessThan(-5.8);
  });

  it("hears a peak in the last hundredth of a second", async () => {
    const source = "if(gt(t\\,3.04)\\,0.9\\,0.01)*sin(2*PI*1000*t)";
    const { truePeakDbtp } = await measure("end.wav", ["-f", "lavfi", "-i", `aevalsrc='${source}|${source}':s=48000:d=3.05`]);
    expect(truePeakDbtp).toBeGreaterThan(-1.5);
  });

  it("clamps silence and what is too short to a finite floor", async () => {
    const silence = await measure("silence.wav", ["-f", "lavfi", "-i", "anullsrc=r=44100:d=3"]);
    expect(silence).toEqual({ integratedLufs: SILENCE_LUFS, rangeLu: 0, truePeakDbtp: SILENCE_DBTP });
    const blip = await measure("blip.wav", sine(2, [[-6, 0.05]]));
    expect(blip.integratedLufs).toBe(SILENCE_LUFS);
    expect(blip.truePeakDbtp).toBeGreaterThan(-7);
  });

  it("reports how far it has come", async () => {
    const path = await bench.make("position.wav", ...sine(2, [[-20, 3]]));
    const positions: number[] = [];
    await measureLoudness(path, { ...bench, onPosition: (positionMs) => positions.push(positionMs) });
    expect(positions.length).toBeGreaterThan(20);
    expect(positions.at(-1)).toBeGreaterThanOrEqual(2900);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it("measures what is left of a damaged file, and refuses what holds no sound", async () => {
    const path = await bench.make("cut.mp3", ...sine(2, [[-23, 10]]).slice(0, -2));
    await truncate(path, 100_001);
    expect((await measureLoudness(path, bench)).integratedLufs).toBeGreaterThan(-24);
    await writeFile(bench.path("list.mp3"), "ffconcat version 1.0\nfile case.wav\n");
    await expect(measureLoudness(bench.path("list.mp3"), bench)).rejects.toBeInstanceOf(MediaError);
  });

  it("stops at an abort", async () => {
    const path = await bench.make("long.flac", "-f", "lavfi", "-i", "anoisesrc=d=300:r=44100");
    const abort = new AbortController();
    const measuring = measureLoudness(path, { ...bench, signal: abort.signal, onPosition: () => abort.abort() });
    await expect(measuring).rejects.toBeInstanceOf(ProcessError);
  });
});
