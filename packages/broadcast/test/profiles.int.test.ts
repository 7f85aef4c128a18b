import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type EncoderProfile, PROFILES, PROFILE_IDS, type ProfileId, QUALITIES, encoderProfile } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CompositeBackground, compositeArgs } from "../src/render/composite.ts";
import { defaultBackground } from "../src/render/default-background.ts";
import { QUIET_ARGS, type Preset, videoEncoderArgs } from "../src/render/encoder-args.ts";
import { UnitWriter } from "../src/render/unit-writer.ts";
import { testFolder } from "./support/engine.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
let units = 0;

beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

/** The header of a unit made with these arguments; the writer holds every picture against the profile. */
async function write(profile: EncoderProfile, args: readonly string[]): Promise<{ header: string; frames: number }> {
  const path = join(folder.dir, `unit-${(units += 1)}.flv`);
  const writer = await UnitWriter.create(path, { kind: "video", profile, expectedHeader: null, onGrowth: () => undefined });
  await run("ffmpeg", args, { timeoutMs: 90_000, onStdout: (chunk) => writer.push(chunk) });
  const { count } = await writer.finish();
  await writer.close();
  return { header: writer.header?.toString("hex") ?? "", frames: count };
}

/** Some noise, which makes presets differ where they can. */
function noise(profile: EncoderProfile, preset: Preset, frames: number): Promise<{ header: string; frames: number }> {
  const { widthPx, heightPx, framesPerSecond } = profile;
  const source = `color=c=gray:s=${widthPx}x${heightPx}:r=${framesPerSecond},noise=alls=8:allf=t`;
  const args = [...QUIET_ARGS, "-f", "lavfi", "-i", source, "-frames:v", String(frames)];
  return write(profile, [...args, ...videoEncoderArgs(profile, preset)]);
}

/** The headers are written before the first picture. */
const FEW = 2;

/** level_idc, in the third byte of the profile (ISO/IEC 14496-15). */
const LEVELS: Readonly<Record<ProfileId, string>> = {
  "720p30": "1f",
  "720p60": "20",
  "1080p30": "29",
  "1080p60": "2a",
  "1440p30": "32",
  "2160p30": "33",
};

describe.each(PROFILE_IDS)("the headers of %s", (id) => {
  it("say High profile and the level of its size and rate, and are the same at every quality and from a slower preset", async () => {
    const first = await noise(PROFILES[id], "ultrafast", FEW);
    expect(first.header).toMatch(new RegExp(`^1700000000016400${LEVELS[id]}`));
    for (const quality of QUALITIES) expect(await noise(encoderProfile(id, quality), "ultrafast", FEW)).toEqual(first);
    expect(await noise(encoderProfile(id, "high"), "medium", FEW)).toEqual(first);
  });
});

describe("a unit at 60 frames a second", () => {
  const profile = PROFILES["720p60"];

  it("has the same headers from every preset, and closed GOPs of 120 pictures each at its own time", async () => {
    const presets: Preset[] = ["ultrafast", "veryfast", "medium", "slower"];
    const made = await Promise.all(presets.map((preset) => noise(profile, preset, preset === "ultrafast" ? 240 : 4)));
    expect(new Set(made.map(({ header }) => header)).size).toBe(1);
    expect(made.map(({ frames }) => frames)).toEqual([240, 4, 4, 4]);
  });

  it("has the same headers over any background: of another shape, with pixels that are not square, at another rate", async () => {
    const rgbPath = join(folder.dir, "still.rgb");
    await writeFile(rgbPath, defaultBackground(profile.widthPx, profile.heightPx));
    const shaped = async (name: string, source: string, filter: string): Promise<CompositeBackground> => {
      const path = join(folder.dir, name);
      const args = ["-v", "error", "-f", "lavfi", "-i", source, "-vf", filter, "-pix_fmt", "yuv420p", "-preset", "ultrafast", path];
      await run("ffmpeg", args, { timeoutMs: 30_000 });
      return { kind: "video", path, passes: 1 };
    };
    const backgrounds: CompositeBackground[] = [
      { kind: "still", rgbPath },
      await shaped("upright.mp4", "testsrc2=s=202x360:r=24:d=1", "setsar=1"),
      await shaped("anamorphic.mp4", "testsrc2=s=720x576:r=25:d=1", "setsar=64/45"),
      await shaped("odd.mp4", "testsrc2=s=426x240:r=30000/1001:d=1", "setsar=1"),
    ];
    const expected = await noise(profile, "ultrafast", 20);
    for (const background of backgrounds) {
      const args = compositeArgs({ profile, background, boxes: [], maxFrames: 20, preset: "ultrafast" });
      expect(await write(profile, args), JSON.stringify(background)).toEqual(expected);
    }
  });
});
