import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROFILES } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AudioSource, audioArgs, edgeArgs, pcmArgs, seamArgs } from "../src/render/audio.ts";
import { NO_PHASE, type SourceFacts, seamOf } from "../src/render/phase.ts";
import { testFolder } from "./support/engine.ts";
import { decode, encode, floats, frameErrors } from "./support/splice.ts";

const PROFILE = PROFILES["1080p30"];
const TIMEOUT_MS = 60_000;
const SECONDS = 6;
/** 16 bit have a step of 3e-5: below two of them nothing is heard. */
const INAUDIBLE = 6e-5;

/** Treble, where a shift by a fraction of a sample would show, over bass and noise; loud, so that the limiter works in one of the two. */
const RECORDING = "0.3*sin(2*PI*9000*t)+0.3*sin(2*PI*70*t)*sin(2*PI*2*t)+0.1*(random(0)-0.5)|0.4*sin(2*PI*330*t)+0.3*sin(2*PI*7001*t)";

const CASES = [
  { rateHz: 44_100, splits: [132_300], gainLufs: -20, limited: false },
  { rateHz: 44_100, splits: [99_991], gainLufs: -2, limited: true },
  { rateHz: 44_100, splits: [60_001, 151_007], gainLufs: -14, limited: false },
  { rateHz: 48_000, splits: [144_000], gainLufs: -14, limited: false },
  { rateHz: 48_000, splits: [110_503], gainLufs: -2, limited: true },
  { rateHz: 96_000, splits: [287_777], gainLufs: -14, limited: false },
];

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => void (folder = await testFolder()));
afterAll(() => folder.remove());

/** Writes the recording whole and in parts, without a sample lost. */
async function record(name: string, rateHz: number, splits: readonly number[]) {
  const whole = join(folder.dir, `${name}.wav`);
  const source = `aevalsrc='${RECORDING}':s=${rateHz}:d=${SECONDS}`;
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, whole], { timeoutMs: TIMEOUT_MS });
  const ends = [...splits, rateHz * SECONDS];
  const parts = await Promise.all(
    ends.map(async (end, index) => {
      const start = ends[index - 1] ?? 0;
      const path = join(folder.dir, `${name}-${index}.flac`);
      const filter = `atrim=start_sample=${start}:end_sample=${end},asetpts=N/SR/TB`;
      await run("ffmpeg", ["-v", "error", "-i", whole, "-af", filter, path], { timeoutMs: TIMEOUT_MS });
      return { path, facts: { sampleRateHz: rateHz, channels: 2, samples: end - start } satisfies SourceFacts };
    }),
  );
  return { whole, parts };
}

async function pcmOf(args: readonly string[]): Promise<Float32Array> {
  return floats((await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 256 * 1024 * 1024 })).stdout);
}

describe("a recording split into files that are marked gapless", () => {
  it.each(CASES)(
    "decodes as the whole one does: $rateHz Hz at $splits, limiter $limited",
    async ({ rateHz, splits, gainLufs, limited }) => {
      const { whole, parts } = await record(`${rateHz}-${splits.join("-")}`, rateHz, splits);
      const level = { loudness: { integratedLufs: -10, rangeLu: 1, truePeakDbtp: limited ? 0 : -30 }, targetLufs: gainLufs };
      const ideal = await pcmOf(edgeArgs(PROFILE, { path: whole, ...level }, { fromSample: 0, toSample: null }));
      const packets: Buffer[] = [];
      const seams: number[] = [];
      let header: Buffer = Buffer.alloc(0);
      let phase = NO_PHASE;
      let resumeAtPacket = 0;
      for (const [index, { path, facts }] of parts.entries()) {
        const source: AudioSource = { path, ...level, ...(index > 0 ? { phase } : {}) };
        const unit = await encode(audioArgs(PROFILE, source), folder.dir, { skip: phase.wholePackets, take: Number.POSITIVE_INFINITY });
        header = unit.header;
        const next = parts[index + 1];
        if (!next) {
          packets.push(...unit.packets.slice(resumeAtPacket));
          break;
        }
        const seam = seamOf(facts, next.facts, phase, PROFILE.sampleRateHz);
        if (!seam) throw new Error("too short");
        const pcm = await pcmOf(seamArgs(PROFILE, source, { path: next.path, ...level }, seam));
        const pcmPath = join(folder.dir, `seam-${rateHz}-${index}.f32`);
        await writeFile(pcmPath, new Uint8Array(pcm.buffer));
        const middle = await encode(pcmArgs(PROFILE, pcmPath), folder.dir, { skip: seam.skipPackets, take: seam.packets });
        packets.push(...unit.packets.slice(resumeAtPacket, seam.leaveAtPacket));
        seams.push(packets.length);
        packets.push(...middle.packets);
        ({ phase, resumeAtPacket } = seam);
      }
      const errors = frameErrors(await decode(header, packets), ideal);
      const unsplit = await encode(audioArgs(PROFILE, { path: whole, ...level }), folder.dir);
      const unsplitErrors = frameErrors(await decode(unsplit.header, unsplit.packets), ideal);
      expect(errors.length).toBe(unsplitErrors.length);
      const worst = Math.max(...unsplitErrors.slice(2, -4), INAUDIBLE);
      for (const at of seams) expect(Math.max(...errors.slice(at - 3, at + 150))).toBeLessThanOrEqual(worst * 1.05);
    },
    TIMEOUT_MS,
  );
});
