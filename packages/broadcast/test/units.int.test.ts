import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROFILES } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FlvError } from "../src/flv/tag.ts";
import { audioArgs, silenceArgs } from "../src/render/audio.ts";
import { compositeArgs } from "../src/render/composite.ts";
import { defaultBackground } from "../src/render/default-background.ts";
import { UnitError, type UnitFacts, UnitWriter } from "../src/render/unit-writer.ts";
import { makeSound, makeVideo, testFolder } from "./support/engine.ts";
import { packets, pictures } from "./support/synthetic.ts";

const profile = PROFILES["1080p30"];
let folder: Awaited<ReturnType<typeof testFolder>>;
let units = 0;

beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

interface Written {
  readonly header: string;
  readonly facts: UnitFacts;
  readonly growth: readonly UnitFacts[];
  readonly path: string;
}

type Options = { kind: "video" | "audio"; expectedHeader?: Buffer | null };

async function write(
  { kind, expectedHeader = null }: Options,
  feed: (push: (chunk: Uint8Array) => Promise<void>) => Promise<unknown>,
): Promise<Written> {
  const path = join(folder.dir, `unit-${(units += 1)}.flv`);
  const growth: UnitFacts[] = [];
  const writer = await UnitWriter.create(path, { kind, profile, expectedHeader, onGrowth: (facts) => growth.push(facts) });
  try {
    await feed((chunk) => writer.push(chunk));
    const facts = await writer.finish();
    return { header: writer.header?.toString("hex") ?? "", facts, growth, path };
  } finally {
    await writer.close();
  }
}

const ffmpeg = (options: Options, args: readonly string[]) =>
  write(options, (push) => run("ffmpeg", args, { timeoutMs: 60_000, onStdout: push }));
const bytes = (options: Options, content: Buffer) => write(options, (push) => push(content));

describe("every unit of a profile", () => {
  it("has the same SPS and PPS from any preset and of any picture", async () => {
    const rgbPath = join(folder.dir, "still.rgb");
    await writeFile(rgbPath, defaultBackground(profile.widthPx, profile.heightPx));
    const still = { kind: "still", rgbPath } as const;
    const video = {
      kind: "video",
      path: (await makeVideo(join(folder.dir, "v.mp4"), { seconds: 1, size: "640x480", rate: 24 })).path,
      passes: 1,
    } as const;
    const made: Written[] = [];
    for (const [background, preset] of [
      [still, "ultrafast"],
      [still, "veryfast"],
      [still, "medium"],
      [video, "ultrafast"],
    ] as const) {
      made.push(await ffmpeg({ kind: "video" }, compositeArgs({ profile, background, boxes: [], maxFrames: 20, preset })));
    }
    expect(made.map(({ header }) => header)).toEqual(made.map(() => made[0]?.header));
    // AVC, sequence header, version 1, High profile, level 4.1.
    expect(made[0]?.header).toMatch(/^1700000000016400(29|28)/);
    expect(made.map(({ facts }) => facts.count)).toEqual([20, 20, 20, 20]);
  });

  it("has the same AudioSpecificConfig: AAC-LC, 48 kHz, stereo", async () => {
    const tone = await makeSound(join(folder.dir, "tone.wav"), "0.2*sin(600*t)", 1);
    const loudness = { integratedLufs: -20, rangeLu: 1, truePeakDbtp: 0 };
    const sound = await ffmpeg({ kind: "audio" }, audioArgs(profile, { path: tone.path, loudness, targetLufs: -14 }));
    const silence = await ffmpeg({ kind: "audio" }, silenceArgs(profile, 1_000));
    expect(sound.header).toBe(silence.header);
    expect(sound.header).toMatch(/^af001190/);
  });

  it("of sound is as long as its source, to a packet, without the encoder's first packet of nothing", async () => {
    const { facts } = await ffmpeg({ kind: "audio" }, silenceArgs(profile, 1_000));
    expect(facts.count).toBe(Math.ceil(48_000 / 1024));
  });
});

describe("the writer of units", () => {
  const video = pictures("v", 2);
  const header = (content: Buffer, to: number) => content.subarray(24, to - 4);

  it("keeps the coded pictures byte for byte, and tells of them GOP by GOP", async () => {
    const { facts, growth, path } = await bytes({ kind: "video" }, video.bytes);
    expect(facts).toMatchObject({ count: 120, firstTagOffset: video.ref.firstTagOffset, readableBytes: video.bytes.length });
    expect(growth.map(({ count, readableBytes }) => [count, readableBytes])).toEqual([
      [60, video.edges[0]],
      [120, video.edges[1]],
    ]);
    expect(await readFile(path)).toEqual(video.bytes);
  });

  it("takes a render with the profile's header, and refuses one with another", async () => {
    const own = header(video.bytes, video.ref.firstTagOffset);
    await expect(bytes({ kind: "video", expectedHeader: own }, video.bytes)).resolves.toBeDefined();
    await expect(bytes({ kind: "video", expectedHeader: Buffer.from("another") }, video.bytes)).rejects.toThrow(UnitError);
  });

  it("refuses a header that changes within the render", async () => {
    const changed = Buffer.from(video.bytes.subarray(13));
    changed.writeUInt8(99, 11 + 5);
    await expect(bytes({ kind: "video" }, Buffer.concat([video.bytes, changed]))).rejects.toThrow("header changed");
  });

  it("refuses an open GOP: a picture decoded in it that is shown after the next IDR", async () => {
    const open = Buffer.from(video.bytes);
    // The last picture of the first GOP is shown one frame later than its GOP lasts.
    const at = lastTagBefore(open, video.edges[0] ?? 0);
    open.writeIntBE(open.readIntBE(at + 13, 3) + 133, at + 13, 3);
    await expect(bytes({ kind: "video" }, open)).rejects.toThrow("not closed");
  });

  it("refuses a picture that is off the beat", async () => {
    const late = Buffer.from(video.bytes);
    const at = lastTagBefore(late, video.edges[0] ?? 0);
    late.writeUIntBE(late.readUIntBE(at + 4, 3) + 10, at + 4, 3);
    await expect(bytes({ kind: "video" }, late)).rejects.toThrow("off the beat");
  });

  it("refuses a keyframe where the GOP has none, and a GOP without its keyframe", async () => {
    await expect(bytes({ kind: "video" }, pictures("v", 2, 59).bytes)).rejects.toThrow("breaks the GOP");
    const plain = Buffer.from(video.bytes);
    plain.writeUInt8(0x27, (video.edges[0] ?? 0) + 11);
    await expect(bytes({ kind: "video" }, plain)).rejects.toThrow("breaks the GOP");
  });

  it("refuses a render that ends inside a tag, and one that made nothing", async () => {
    await expect(bytes({ kind: "video" }, video.bytes.subarray(0, -5))).rejects.toThrow("inside a tag");
    await expect(bytes({ kind: "audio" }, packets("a", 1).bytes)).rejects.toThrow("made nothing");
    await expect(bytes({ kind: "video" }, Buffer.from("ffmpeg: no such file or directory"))).rejects.toThrow(FlvError);
  });
});

function lastTagBefore(content: Buffer, end: number): number {
  return end - 4 - content.readUInt32BE(end - 4);
}
