import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROFILES } from "@nightjar/contract";
import { measureLoudness, run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AudioSource, audioArgs, edgeArgs, pcmArgs } from "../src/render/audio.ts";
import { CHANNELS, edgeSamples, makeJunction } from "../src/render/junction.ts";
import { testFolder } from "./support/engine.ts";
import { decode, encode, floats, frameErrors } from "./support/splice.ts";

const PROFILE = PROFILES["1080p30"];
const FRAME = 1024 * CHANNELS;
const TIMEOUT_MS = 60_000;
/** 16 bit have a step of 3e-5: below two of them nothing is heard, whatever it is a multiple of. */
const INAUDIBLE = 6e-5;

/** Sounds that begin and end at full level, of every kind that a coder treats in its own way. */
const SOUNDS: readonly (readonly [expression: string, rateHz: number, seconds: number])[] = [
  ["0.9*sin(2*PI*440*t)|0.9*sin(2*PI*554*t)", 44_100, 4.337],
  ["0.9*sin(2*PI*660*t)|0.7*sin(2*PI*330*t)", 48_000, 4.11],
  ["0.6*(random(0)-0.5)|0.6*(random(1)-0.5)", 48_000, 3.9],
  ["0.8*sin(2*PI*110*t)+0.1*sin(2*PI*5000*t)|0.8*sin(2*PI*110*t)", 96_000, 4.2],
  ["0.5*sin(2*PI*1000*t)*sin(2*PI*3*t)+0.3*sin(2*PI*200*t)|0.7*sin(2*PI*250*t)", 44_100, 3.71],
];
const PAIRS = SOUNDS.flatMap((_, index) => [
  { from: index, to: (index + 1) % SOUNDS.length },
  { from: index, to: (index + 2) % SOUNDS.length },
]);

interface Track {
  readonly source: AudioSource;
  readonly pcm: Float32Array;
  readonly unit: Awaited<ReturnType<typeof encode>>;
}

describe("a junction of two tracks", () => {
  let folder: Awaited<ReturnType<typeof testFolder>>;
  const tracks: Track[] = [];

  beforeAll(async () => {
    folder = await testFolder();
    for (const [index, [expression, rateHz, seconds]] of SOUNDS.entries()) {
      const path = join(folder.dir, `sound-${index}.wav`);
      const made = ["-v", "error", "-f", "lavfi", "-i", `aevalsrc='${expression}':s=${rateHz}:d=${seconds}`, path];
      await run("ffmpeg", made, { timeoutMs: TIMEOUT_MS });
      const source = { path, loudness: await measureLoudness(path, { ffmpegPath: "ffmpeg" }), targetLufs: -14 };
      const whole = edgeArgs(PROFILE, source, { fromSample: 0, toSample: null });
      const pcm = floats((await run("ffmpeg", whole, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 256 * 1024 * 1024 })).stdout);
      tracks.push({ source, pcm, unit: await encode(audioArgs(PROFILE, source), folder.dir) });
    }
  }, TIMEOUT_MS);
  afterAll(() => folder.remove());

  async function errorsOf(from: number, to: number, crossfadeMs: number) {
    const before = tracks[from];
    const after = tracks[to];
    if (!before || !after) throw new Error("no such track");
    const samples = edgeSamples(crossfadeMs);
    const tailStartSample = before.pcm.length / CHANNELS - samples;
    const tail = before.pcm.subarray(tailStartSample * CHANNELS);
    const junction = makeJunction({ tail, tailStartSample, head: after.pcm.subarray(0, samples * CHANNELS) }, crossfadeMs);
    if (!junction) throw new Error("no junction");
    const path = join(folder.dir, `junction-${from}-${to}.f32`);
    await writeFile(path, new Uint8Array(junction.pcm.buffer));
    const middle = await encode(pcmArgs(PROFILE, path), folder.dir, { skip: junction.skipPackets, take: junction.packets });
    expect(middle.packets.length).toBe(junction.packets);
    const { leaveAtPacket, resumeAtPacket } = junction;
    const packets = [...before.unit.packets.slice(0, leaveAtPacket), ...middle.packets, ...after.unit.packets.slice(resumeAtPacket)];
    const used = junction.pcm.subarray(junction.skipPackets * FRAME, (junction.skipPackets + junction.packets) * FRAME);
    const ideal = new Float32Array([
      ...before.pcm.subarray(0, leaveAtPacket * FRAME),
      ...used,
      ...after.pcm.subarray(resumeAtPacket * FRAME),
    ]);
    const errors = frameErrors(await decode(before.unit.header, packets), ideal);
    const end = leaveAtPacket + junction.packets;
    return {
      atJoin: errors.slice(leaveAtPacket - 3, end + 4),
      elsewhere: [...errors.slice(16, leaveAtPacket - 16), ...errors.slice(end + 16, -4)],
    };
  }

  it.each(PAIRS)("decodes no worse than the encoder does elsewhere: sound $from into $to", async ({ from, to }) => {
    const { atJoin, elsewhere } = await errorsOf(from, to, 0);
    expect(Math.max(...atJoin)).toBeLessThanOrEqual(Math.max(...elsewhere, INAUDIBLE) * 1.05);
  });

  it("decodes no worse with a fade of three seconds", async () => {
    const { atJoin, elsewhere } = await errorsOf(0, 1, 3_000);
    expect(Math.max(...atJoin)).toBeLessThanOrEqual(Math.max(...elsewhere) * 2 + INAUDIBLE);
  });
});

describe("the samples of a junction", () => {
  const tone = (samples: number, level: number) => Float32Array.from({ length: samples * CHANNELS }, () => level);

  it("keep their level where two equal sounds overlap at crossfade 0", () => {
    const samples = edgeSamples(0);
    const junction = makeJunction({ tail: tone(samples, 0.5), tailStartSample: 100_003, head: tone(samples, 0.5) }, 0);
    expect(Math.min(...(junction?.pcm ?? [0]))).toBeGreaterThan(0.499);
    expect(Math.max(...(junction?.pcm ?? [9]))).toBeLessThan(0.501);
  });

  it("never pass -1 dBFS where two sounds at full level add up", () => {
    const samples = edgeSamples(4_000);
    const junction = makeJunction({ tail: tone(samples, 0.89), tailStartSample: 0, head: tone(samples, 0.89) }, 4_000);
    const loudest = (junction?.pcm ?? new Float32Array(1)).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest).toBeLessThanOrEqual(10 ** (-1 / 20) + 1e-6);
  });

  it("are none when a track is shorter than its edges", () => {
    const samples = edgeSamples(0);
    expect(makeJunction({ tail: tone(2_000, 0.5), tailStartSample: 0, head: tone(samples, 0.5) }, 0)).toBeNull();
    expect(makeJunction({ tail: tone(samples, 0.5), tailStartSample: 0, head: tone(2_000, 0.5) }, 0)).toBeNull();
  });
});
