import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AAC_PACKET_SAMPLES, PROFILES } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cut, CutMaker, CutTooSoonError, type SoundHead } from "../src/director/change/cut-maker.ts";
import { writeTag, fileHeader, TAG_AUDIO } from "../src/flv/tag.ts";
import { LEAD_MS } from "../src/playout/pace.ts";
import { edgeArgs, audioArgs, pcmArgs } from "../src/render/audio.ts";
import { CHANNELS, type Junction } from "../src/render/junction.ts";
import type { Segment, SegmentJoin } from "../src/timeline/segment.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { planItem, testFolder, testPlan } from "./support/engine.ts";
import { type EncodedSound, decode, encode, floats, frameErrors } from "./support/splice.ts";

const PROFILE = PROFILES["720p30"];
const TIMEOUT_MS = 60_000;
const FRAME = AAC_PACKET_SAMPLES * CHANNELS;
const INAUDIBLE = 6e-5;
const FADE_MS = 384;
const NOW_MS = 1_000_000;
const LEVEL = { loudness: { integratedLufs: -14, rangeLu: 1, truePeakDbtp: -9 }, targetLufs: -14 };

interface Track {
  readonly pcm: Float32Array;
  readonly encoded: EncodedSound;
  readonly unit: UnitRef;
}

let folder: Awaited<ReturnType<typeof testFolder>>;
let from: Track;
let to: Track;
let slate: ConstructorParameters<typeof CutMaker>[0]["slate"];
const plan = testPlan([], "rtmp://unused/live", "unused");

beforeAll(async () => {
  folder = await testFolder();
  from = await track("from", "0.3*sin(2*PI*440*t)+0.1*sin(2*PI*5000*t)|0.3*sin(2*PI*554*t)", 8);
  to = await track("to", "0.3*sin(2*PI*660*t)|0.3*sin(2*PI*330*t)+0.05*(random(0)-0.5)", 8);
  slate = { headers: { video: Buffer.alloc(0), audio: from.encoded.header }, video: from.unit, silence: from.unit };
}, TIMEOUT_MS);
afterAll(() => folder.remove());

async function track(name: string, expression: string, seconds: number): Promise<Track> {
  const path = join(folder.dir, `${name}.wav`);
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", `aevalsrc='${expression}':s=48000:d=${seconds}`, path], {
    timeoutMs: TIMEOUT_MS,
  });
  const args = edgeArgs(PROFILE, { path, ...LEVEL }, { fromSample: 0, toSample: null });
  const { stdout } = await run("ffmpeg", args, { timeoutMs: TIMEOUT_MS, stdoutMaxBytes: 64 * 1024 * 1024 });
  const encoded = await encode(audioArgs(PROFILE, { path, ...LEVEL }), folder.dir);
  return { pcm: floats(stdout), encoded, unit: await unitOf(name, encoded) };
}

async function unitOf(key: string, { header, packets }: EncodedSound): Promise<UnitRef> {
  const path = join(folder.dir, `${key}.flv`);
  const head = Buffer.concat([fileHeader(), writeTag(TAG_AUDIO, 0, header)]);
  const bytes = Buffer.concat([head, ...packets]);
  await writeFile(path, bytes);
  return { key, kind: "audio", path, firstTagOffset: head.length, readableBytes: bytes.length, isComplete: true };
}

const offsetOf = ({ encoded, unit }: Track, packet: number) =>
  encoded.packets.slice(0, packet).reduce((sum, { length }) => sum + length, unit.firstTagOffset);

/** A cutter where the thread stands at this head of air; keeps the packets of what it renders. */
function cutterAt(head: SoundHead | null, segment: Segment, clock = () => NOW_MS) {
  const rendered: { junction: Junction; encoded: EncodedSound }[] = [];
  const sound = {
    head: async (_plan: unknown, _item: unknown, samples: number) => ({ samples: to.pcm.subarray(0, samples * CHANNELS), identity: [] }),
    latest: async (unit: UnitRef) => unit,
    render: async (_plan: unknown, junction: Junction) => {
      const path = join(folder.dir, `${randomUUID()}.f32`);
      await writeFile(path, new Uint8Array(junction.pcm.buffer));
      const encoded = await encode(pcmArgs(PROFILE, path), folder.dir, { skip: junction.skipPackets, take: junction.packets });
      rendered.push({ junction, encoded });
      const { leaveAtPacket, enterAtPacket, resumeAtPacket } = junction;
      return { unit: await unitOf(randomUUID(), encoded), leaveAtPacket, enterAtPacket, resumeAtPacket };
    },
  };
  const locator = { locate: async () => head };
  const cutter = new CutMaker({
    sound,
    slate,
    ffmpegPath: "ffmpeg",
    locator,
    segment: (serial) => (serial === segment.serial ? segment : undefined),
    nowMs: clock,
  });
  return { cutter, rendered };
}

function segmentOf(join?: SegmentJoin): Segment {
  const label = { itemId: "a", trackId: "a", title: "", artist: "", durationMs: 8_000, isrcCode: null, because: null };
  return { serial: 3, video: from.unit, audio: from.unit, isSlate: false, label, ...(join ? { join } : {}) };
}

const headAt = (packet: number): SoundHead => {
  return { serial: 3, isInJoin: false, packet, offset: offsetOf(from, packet), onAirAtMs: NOW_MS + LEAD_MS };
};
const target = { serial: 4, item: planItem("b", null, 8_000) };

describe("a cut into another track", () => {
  it(
    "leaves no earlier than the thread has written, and decodes no worse than the encoder does elsewhere",
    async () => {
      const { cutter, rendered } = cutterAt(headAt(60), segmentOf());
      const cut = await cutter.into(plan, target, FADE_MS, 400);
      const [made] = rendered;
      if (!cut || !made) throw new Error("no cut");
      const { leaveAtPacket, resumeAtPacket, afterSerial, isFromJoin } = cut.join;
      expect([afterSerial, isFromJoin]).toEqual([3, undefined]);
      expect(leaveAtPacket).toBeGreaterThanOrEqual(60 + Math.floor(400 / 21.4));
      expect(leaveAtPacket).toBeLessThan(60 + 40);
      const packets = [
        ...from.encoded.packets.slice(0, leaveAtPacket),
        ...made.encoded.packets,
        ...to.encoded.packets.slice(resumeAtPacket),
      ];
      const errors = frameErrors(await decode(from.encoded.header, packets), idealCut(leaveAtPacket, resumeAtPacket, made.junction));
      const end = leaveAtPacket + made.junction.packets;
      const elsewhere = [...errors.slice(16, leaveAtPacket - 16), ...errors.slice(end + 16, -4)];
      // Its beginning was decoded from what airs, so it carries that encoding's error and its own.
      expect(Math.max(...errors.slice(leaveAtPacket - 3, end + 4))).toBeLessThanOrEqual(Math.max(...elsewhere, INAUDIBLE) * 2);
    },
    TIMEOUT_MS,
  );

  it("is tried again, and not taken for none, where no more of what sounds is rendered yet, or the thread gives no answer", async () => {
    const growing: UnitRef = { ...from.unit, readableBytes: offsetOf(from, 70), isComplete: false };
    const isTooSoon = (head: SoundHead | null, audio: UnitRef) =>
      expect(cutterAt(head, { ...segmentOf(), audio }).cutter.into(plan, target, FADE_MS, 400)).rejects.toThrow(CutTooSoonError);
    await isTooSoon(headAt(60), growing);
    await isTooSoon(null, from.unit);
  });

  it(
    "is made shorter before the end of the track, and is none at its very end",
    async () => {
      const count = from.encoded.packets.length;
      const short = await cutterAt(headAt(count - 40), segmentOf()).cutter.into(plan, target, FADE_MS, 400);
      expect(short?.join.leaveAtPacket).toBeGreaterThan(count - 40);
      expect(await cutterAt(headAt(count - 15), segmentOf()).cutter.into(plan, target, FADE_MS, 400)).toBeNull();
    },
    TIMEOUT_MS,
  );

  it(
    "leaves a join that is still coming over, inside it or behind it",
    async () => {
      const over = { ...from.unit, key: "over", readableBytes: offsetOf(from, 30) };
      const join: SegmentJoin = { unit: over, afterSerial: 2, leaveAtPacket: 100, enterAtPacket: 4, resumeAtPacket: 30 };
      const at = (packet: number): SoundHead => ({ ...headAt(packet), isInJoin: true });
      const inside = await cutterAt(at(2), segmentOf(join)).cutter.into(plan, target, FADE_MS, 200);
      expect(inside?.join.isFromJoin).toBe(true);
      expect(inside?.join.leaveAtPacket).toBeLessThan(30);
      const behind = await cutterAt(at(20), segmentOf(join)).cutter.into(plan, target, FADE_MS, 400);
      expect(behind?.join.isFromJoin).toBeUndefined();
      expect(behind?.join.leaveAtPacket).toBeGreaterThanOrEqual(30 + 8);
    },
    TIMEOUT_MS,
  );

  it(
    "is made again further ahead when its making took longer than it was given",
    async () => {
      const times = [0, 0, 900, 900, 900, 1_000].map((ms) => NOW_MS + ms);
      const { cutter, rendered } = cutterAt(headAt(60), segmentOf(), () => times.shift() ?? NOW_MS + 1_000);
      const cut = await cutter.into(plan, target, FADE_MS, 400);
      expect(rendered.length).toBe(2);
      expect(cut?.join.leaveAtPacket).toBeGreaterThanOrEqual(60 + Math.floor((900 + 900) / 21.4));
    },
    TIMEOUT_MS,
  );

  it("is none out of a slate, and none into what sounds already", async () => {
    expect(await cutterAt(headAt(60), { ...segmentOf(), isSlate: true }).cutter.into(plan, target, FADE_MS, 400)).toBeNull();
    expect(await cutterAt(headAt(60), segmentOf()).cutter.into(plan, { ...target, serial: 3 }, FADE_MS, 400)).toBeNull();
  });
});

describe("a cut into silence", () => {
  it(
    "fades what sounds to nothing, and counts as begun only then",
    async () => {
      const { cutter, rendered } = cutterAt(headAt(60), segmentOf());
      const cut: Cut | null = await cutter.intoSilence(plan, 1024, 300);
      const [made] = rendered;
      if (!cut || !made) throw new Error("no cut");
      expect([cut.join.enterAtPacket, cut.join.resumeAtPacket]).toEqual([made.junction.packets, 0]);
      const packets = [...from.encoded.packets.slice(0, cut.join.leaveAtPacket), ...made.encoded.packets];
      const decoded = await decode(from.encoded.header, packets);
      const rms = frameErrors(decoded, new Float32Array(decoded.length));
      expect(rms[cut.join.leaveAtPacket - 1]).toBeGreaterThan(0.2);
      expect(Math.max(...rms.slice(-6))).toBeLessThan(0.001);
    },
    TIMEOUT_MS,
  );
});

/** What should be heard, made from the tracks themselves: an equal-power fade of the one into the other. */
function idealCut(leave: number, resume: number, junction: Junction): Float32Array {
  const fadeSamples = FADE_MS * 48;
  const enterSample = (leave + 4) * AAC_PACKET_SAMPLES;
  const whole = new Float32Array((leave + junction.packets) * FRAME + (to.pcm.length - resume * FRAME));
  whole.set(from.pcm.subarray(0, (enterSample + fadeSamples) * CHANNELS));
  for (let sample = 0; enterSample + sample < whole.length / CHANNELS; sample += 1) {
    const share = Math.min(1, (sample + 0.5) / fadeSamples);
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const at = (enterSample + sample) * CHANNELS + channel;
      const before = sample < fadeSamples ? (whole[at] ?? 0) * Math.cos((share * Math.PI) / 2) : 0;
      whole[at] = before + (to.pcm[sample * CHANNELS + channel] ?? 0) * (sample < fadeSamples ? Math.sin((share * Math.PI) / 2) : 1);
    }
  }
  return whole;
}
