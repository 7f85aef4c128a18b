import { createHash } from "node:crypto";
import { PROFILES } from "@nightjar/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audioArgs, gainDb, silenceArgs } from "../src/render/audio.ts";
import { compositeArgs } from "../src/render/composite.ts";
import { defaultBackground } from "../src/render/default-background.ts";

const profile = PROFILES["1080p30"];
const loudness = (integratedLufs: number, truePeakDbtp = -30) => ({ integratedLufs, truePeakDbtp, rangeLu: 5 });

/** The value of an option. */
function option(args: readonly string[], name: string): string {
  const at = args.indexOf(name);
  return at < 0 ? "" : (args[at + 1] ?? "");
}

describe("the gain of a track", () => {
  it.each([
    [-20, -14, 6],
    [-8.27, -14, -5.73],
    [-14, -14, 0],
    [-38, -14, 24],
    [-70, -14, 24],
    [-10.004, -14, -4],
    [-3, -23, -20],
  ])("of %d LUFS for %d LUFS is %d dB: to the target, but near-silence is not lifted into noise", (measured, target, gain) => {
    expect(gainDb(loudness(measured), target)).toBeCloseTo(gain, 2);
  });

  it("has at most two decimals, so that the same file has the same key everywhere", () => {
    fc.assert(
      fc.property(fc.double({ min: -70, max: 5, noNaN: true }), (measured) => {
        const gain = gainDb(loudness(measured), -14);
        expect(Number(gain.toFixed(2))).toBe(gain);
        expect(gain).toBeLessThanOrEqual(24);
      }),
    );
  });
});

describe("ffmpeg's arguments for a unit of sound", () => {
  const argsOf = (measured: number, peak: number, path = "/media/a.wav") =>
    audioArgs(profile, { path, loudness: loudness(measured, peak), targetLufs: -14 });

  it("limit only where the gain would lift peaks above -1 dBTP", () => {
    expect(option(argsOf(-20, -7.5), "-af")).not.toContain("alimiter");
    expect(option(argsOf(-20, -6.5), "-af")).toContain("alimiter=limit=0.891251");
    expect(option(argsOf(-8, 0.5), "-af")).not.toContain("alimiter");
  });

  it("give 48 kHz stereo AAC of the profile's rate, and nothing of the file but its sound", () => {
    const args = argsOf(-20, -9);
    expect(option(args, "-ar")).toBe("48000");
    expect(option(args, "-ac")).toBe("2");
    expect(option(args, "-b:a")).toBe("160k");
    expect(option(args, "-map")).toBe("0:a:0");
    expect(option(args, "-map_metadata")).toBe("-1");
    expect(args).toContain("-vn");
  });

  it("name the file once, as a file, and open it with audio demuxers and the file protocol only", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        const args = argsOf(-20, 0, `/media/${name}`);
        expect(args.filter((arg) => arg.includes(`/media/${name}`))).toEqual([`file:/media/${name}`]);
        expect(option(args, "-protocol_whitelist")).toBe("file");
        expect(option(args, "-af")).toMatch(/^[a-z0-9_=:.,-]+dB[a-z0-9_=:.,-]*$/i);
      }),
    );
  });

  it("make silence of exactly the wanted length", () => {
    expect(option(silenceArgs(profile, 5_000), "-t")).toBe("5");
  });
});

describe("ffmpeg's arguments for a composite", () => {
  const box = fc.record({
    xPx: fc.integer({ min: 0, max: 1_900 }),
    yPx: fc.integer({ min: 0, max: 1_060 }),
    widthPx: fc.integer({ min: 2, max: 1_920 }),
    heightPx: fc.integer({ min: 2, max: 1_080 }),
    rgbaPath: fc.string({ minLength: 1 }).map((name) => `/engine/${name}.rgba`),
  });
  const background = fc.oneof(
    fc.string({ minLength: 1 }).map((name) => ({ kind: "still" as const, rgbPath: `/cache/${name}.rgb` })),
    fc.record({
      kind: fc.constant("video" as const),
      path: fc.string({ minLength: 1 }).map((name) => `/media/${name}`),
      passes: fc.integer({ min: 1, max: 100 }),
    }),
  );
  const preset = fc.constantFrom("ultrafast" as const, "veryfast" as const, "medium" as const);

  it("hold paths only as `file:` inputs, and in the filter graph nothing but our own words and numbers", () => {
    fc.assert(
      fc.property(background, fc.array(box, { maxLength: 4 }), preset, (under, boxes, speed) => {
        const args = compositeArgs({ profile, background: under, boxes, maxFrames: 300, preset: speed });
        const paths = [under.kind === "still" ? under.rgbPath : under.path, ...boxes.map(({ rgbaPath }) => rgbaPath)];
        const inputs = args.flatMap((arg, at) => (arg === "-i" ? [args[at + 1]] : []));
        expect(inputs).toEqual(paths.map((path) => `file:${path}`));
        const words = new Set(option(args, "-filter_complex").match(/[a-z_]{2,}/gi));
        const ours =
          "fps scale force_original_aspect_ratio increase out_color_matrix bt out_range tv crop setsar format yuv yuva null out loop size setpts TB overlay";
        for (const word of words) expect([...ours.split(" "), "yuv420p", "yuva420p"]).toContain(word.replace(/\d+p?$/, ""));
      }),
    );
  });

  it("lay each box at its place, one on the other, and end with the picture asked for", () => {
    const boxes = [10, 20].map((xPx) => ({ xPx, yPx: xPx * 2, widthPx: 4, heightPx: 6, rgbaPath: `/w/${xPx}.rgba` }));
    const args = compositeArgs({ profile, background: { kind: "still", rgbPath: "/c/d.rgb" }, boxes, maxFrames: 120, preset: "ultrafast" });
    const graph = option(args, "-filter_complex").split(";");
    expect(graph).toHaveLength(6);
    expect(graph[2]).toBe("[v0][o0]overlay=x=10:y=20:format=yuv420[v1]");
    expect(graph[4]).toBe("[v1][o1]overlay=x=20:y=40:format=yuv420[v2]");
    expect(graph[5]).toBe("[v2]null[out]");
    expect(option(args, "-frames:v")).toBe("120");
  });

  it("repeat a still background for ten seconds at most, and play a video as often as asked", () => {
    const still = { kind: "still", rgbPath: "/c/d.rgb" } as const;
    expect(option(compositeArgs({ profile, background: still, boxes: [], maxFrames: 90_000, preset: "ultrafast" }), "-frames:v")).toBe(
      "300",
    );
    const video = compositeArgs({
      profile,
      background: { kind: "video", path: "/m/v", passes: 4 },
      boxes: [],
      maxFrames: 500,
      preset: "ultrafast",
    });
    expect(option(video, "-stream_loop")).toBe("3");
    expect(option(video, "-frames:v")).toBe("500");
  });

  it("pin every x264 parameter that reaches the headers, whatever the preset", () => {
    const pinned = (["ultrafast", "veryfast", "medium"] as const).map((speed) => {
      const args = compositeArgs({ profile, background: { kind: "still", rgbPath: "/c/d" }, boxes: [], maxFrames: 60, preset: speed });
      return option(args, "-x264-params");
    });
    expect(new Set(pinned).size).toBe(1);
    for (const name of [
      "ref=3",
      "bframes=2",
      "b-pyramid=none",
      "cabac=1",
      "8x8dct=1",
      "weightp=0",
      "open-gop=0",
      "scenecut=0",
      "keyint=60",
      "min-keyint=60",
    ]) {
      expect(pinned[0]).toContain(name);
    }
  });
});

describe("the default background", () => {
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

  it("is the same every time, and of exactly the picture's size", () => {
    const first = defaultBackground(320, 180);
    expect(first).toHaveLength(320 * 180 * 3);
    expect(hash(defaultBackground(320, 180))).toBe(hash(first));
  });

  it("is dark enough for white text and not flat", () => {
    const pixels = defaultBackground(320, 180);
    // In BT.709's green, which makes most of what the eye calls bright.
    const greens = pixels.filter((_, at) => at % 3 === 1);
    expect(greens.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(90);
    expect(new Set(pixels).size).toBeGreaterThan(30);
  });
});
