import { copyFile, readFile, truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { MediaError, makeMezzanine, probeVideo, readImageHeader, readStill, run, takePoster } from "../src/index.ts";
import { type Bench, openBench } from "./synth.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.clear());

const source = (options: string) => ["-f", "lavfi", "-i", options, "-pix_fmt", "yuv420p"];
const mezzanineOf = async (path: string) => {
  const target = `${path}.mezzanine`;
  await makeMezzanine(path, target, bench);
  return target;
};

const shown = z.object({
  streams: z.array(z.record(z.string(), z.unknown())),
  format: z.object({ format_name: z.string(), tags: z.record(z.string(), z.string()).default({}) }),
  frames: z.array(z.object({ key_frame: z.number(), pts_time: z.coerce.number() })),
});
async function show(path: string) {
  const what = ["-show_streams", "-show_format", "-show_frames", "-show_entries", "frame=key_frame,pts_time", "-of", "json"];
  const { stdout } = await run(bench.ffprobePath, ["-v", "error", "-select_streams", "v", ...what, path], { timeoutMs: 30_000 });
  return shown.parse(JSON.parse(stdout.toString("utf8")));
}
/** Mean brightness of each corner, clockwise from the top left. */
async function corners(path: string): Promise<number[]> {
  const args = ["-v", "error", "-i", path, "-frames:v", "1", "-vf", "scale=2:2:flags=area,format=gray", "-f", "rawvideo", "-"];
  const [a = 0, b = 0, c = 0, d = 0] = (await run(bench.ffmpegPath, args, { timeoutMs: 30_000 })).stdout;
  return [a, b, d, c];
}

describe("makeMezzanine", () => {
  it("makes one kind of video of whatever came: H.264, BT.709, square pixels, closed GOPs, no sound, no metadata, from zero", async () => {
    const path = await bench.make(
      "phone.mp4",
      ...["-f", "lavfi", "-i", "sine=d=5", ...source("testsrc2=s=640x360:r=25:d=5")],
      ...["-metadata", "title=Home", "-metadata", "location=+52.5+013.4/"],
    );
    const { streams, format, frames } = await show(await mezzanineOf(path));
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({
      ...{ codec_name: "h264", profile: "High", pix_fmt: "yuv420p", width: 640, height: 360, sample_aspect_ratio: "1:1" },
      ...{ color_range: "tv", color_space: "bt709", color_primaries: "bt709", color_transfer: "bt709" },
      ...{ r_frame_rate: "30/1", avg_frame_rate: "30/1", start_time: "0.000000", nb_frames: "150", closed_captions: 0 },
    });
    expect(format.format_name).toContain("mp4");
    expect(Object.keys(format.tags).filter((key) => !key.includes("brand") && key !== "minor_version")).toEqual([]);
    expect((await readFile(`${path}.mezzanine`)).includes("+52.5")).toBe(false);
    const keys = frames.filter((frame) => frame.key_frame === 1).map((frame) => frame.pts_time);
    expect(keys.slice(0, 3)).toEqual([0, 2, 4]);
  });

  it.each([
    ["clip.mov", ["-c:v", "mpeg4"], "320x180", 25],
    ["clip.avi", ["-c:v", "mpeg4"], "320x180", 25],
    ["clip.webm", ["-c:v", "libvpx", "-deadline", "realtime"], "320x180", 25],
    ["odd.mp4", ["-vf", "scale=321:181", "-pix_fmt", "yuv444p"], "322x182", 25],
    ["smooth.mp4", ["-r", "50"], "320x180", 60],
  ])("takes %s and keeps size and length", async (name, args, size, sourceFps) => {
    const path = await bench.make(name, ...source("testsrc2=s=320x180:r=25:d=2"), ...args);
    const probe = await probeVideo(await mezzanineOf(path), bench);
    expect(`${probe.widthPx}x${probe.heightPx}`).toBe(size);
    expect(probe.framesPerSecond).toBe(sourceFps === 60 ? 60 : 30);
    expect(Math.abs(probe.durationMs - 2000)).toBeLessThanOrEqual(34);
  });

  it("makes a variable rate constant without changing the length", async () => {
    const select = "select='not(mod(n,7))+not(mod(n,3))'";
    const path = await bench.make("vfr.mp4", ...source("testsrc2=s=320x180:r=30:d=4"), "-vf", select, "-fps_mode", "vfr");
    const before = await probeVideo(path, bench);
    expect(before.durationMs).toBe(4000);
    const { streams, frames } = await show(await mezzanineOf(path));
    expect(streams[0]).toMatchObject({ avg_frame_rate: "30/1" });
    expect(frames.every((frame, index) => Math.abs(frame.pts_time - index / 30) < 0.001)).toBe(true);
    expect(Math.abs((frames.length * 1000) / 30 - before.durationMs)).toBeLessThan(100);
  });

  it("turns a phone's video upright, so that no reader needs to know", async () => {
    const halves = "color=white:s=160x90:r=30:d=1[a];color=black:s=160x90:r=30:d=1[b];[a][b]vstack";
    const flat = await bench.make("flat.mp4", "-f", "lavfi", "-i", halves, "-pix_fmt", "yuv420p");
    const turned = await bench.make("turned.mp4", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=90");
    const made = await mezzanineOf(turned);
    const { streams } = await show(made);
    expect(streams[0]).toMatchObject({ width: 180, height: 160 });
    expect(streams[0]).not.toHaveProperty("side_data_list");
    const bright = (await corners(made)).map((value) => value > 128);
    expect(bright).toEqual((await corners(turned)).map((value) => value > 128));
    expect(bright).not.toEqual((await corners(flat)).map((value) => value > 128));
  });

  it("shrinks to what covering 1080p needs, never more, whichever way the picture lies", async () => {
    for (const [name, from, to] of [
      ["wide.mp4", "2880x1080", "2880x1080"],
      ["large.mp4", "2560x1440", "1920x1080"],
      ["tall.mp4", "2160x2400", "1920x2134"],
    ] as const) {
      const path = await bench.make(name, ...source(`color=teal:s=${from}:r=5:d=0.4`), "-preset", "ultrafast");
      const { widthPx, heightPx } = await probeVideo(await mezzanineOf(path), bench);
      expect(`${widthPx}x${heightPx}`, name).toBe(to);
    }
    const anamorphic = await bench.make("dv.mov", ...source("color=teal:s=360x288:r=5:d=0.4"), "-vf", "setsar=2");
    expect(await probeVideo(await mezzanineOf(anamorphic), bench)).toMatchObject({ widthPx: 720, heightPx: 288 });
  });

  it("brings a phone's HDR to what every screen shows", async () => {
    const hdr = ["-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc"];
    const grey = source("color=0xB0B0B0:s=160x90:r=30:d=0.5");
    const path = await bench.make("hlg.mp4", ...grey, ...hdr);
    const probe = await probeVideo(path, bench);
    expect(probe.isHdr).toBe(true);
    expect(readImageHeader(await takePoster(path, probe, bench))).toMatchObject({ widthPx: 160, heightPx: 90 });
    const { streams } = await show(await mezzanineOf(path));
    expect(streams[0]).toMatchObject({ color_transfer: "bt709", color_primaries: "bt709", pix_fmt: "yuv420p" });
    const [asHdr = 0] = await corners(`${path}.mezzanine`);
    const [asSdr = 0] = await corners(await mezzanineOf(await bench.make("sdr.mp4", ...grey)));
    // The same code value is a brighter grey in HLG's range, whose white lies far above a screen's.
    expect(asSdr - asHdr).toBeGreaterThan(20);
  });

  it("refuses what is no video, and ends when it is no longer wanted", async () => {
    await writeFile(bench.path("text.mp4"), "just text");
    await expect(makeMezzanine(bench.path("text.mp4"), bench.path("out"), bench)).rejects.toBeInstanceOf(MediaError);
    const path = await bench.make("long.mp4", ...source("testsrc2=s=640x360:r=30:d=30"), "-preset", "ultrafast");
    const signal = AbortSignal.timeout(600);
    await expect(makeMezzanine(path, bench.path("out"), { ...bench, signal })).rejects.toMatchObject({ kind: "aborted" });
  });
});

describe("takePoster", () => {
  it("takes a picture past the black a video begins with, upright", async () => {
    const fade = "color=white:s=320x180:r=10:d=4,fade=in:st=0:d=1";
    const flat = await bench.make("fade.mp4", ...source(fade));
    const turned = await bench.make("fade-turned.mp4", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=90");
    const poster = await takePoster(turned, { durationMs: 4000, isHdr: false }, bench);
    expect(readImageHeader(poster)).toEqual({ type: "png", widthPx: 180, heightPx: 320 });
    await writeFile(bench.path("poster.png"), poster);
    expect(Math.min(...(await corners(bench.path("poster.png"))))).toBeGreaterThan(200);
  });

  it("takes the beginning when there is no more, and refuses what cannot be decoded", async () => {
    const path = await bench.make("cut.avi", ...source("testsrc2=s=320x180:r=25:d=4"), "-c:v", "mpeg4");
    await truncate(path, 60_000);
    expect(readImageHeader(await takePoster(path, { durationMs: 60_000, isHdr: false }, bench))).toMatchObject({ type: "png" });
    const noise = await bench.make("noise.mp4", ...source("testsrc2=s=320x180:r=25:d=1"), "-movflags", "+faststart");
    const bytes = await readFile(noise);
    bytes.fill(0xa5, bytes.indexOf("mdat") + 4);
    await writeFile(noise, bytes);
    await expect(takePoster(noise, { durationMs: 1000, isHdr: false }, bench)).rejects.toBeInstanceOf(MediaError);
  });
});

describe("readStill", () => {
  it("knows a picture by its content and makes a bounded JPEG of it", async () => {
    const png = await bench.make("big.png", "-f", "lavfi", "-i", "testsrc2=s=640x360", "-frames:v", "1");
    await copyFile(png, bench.path("big.mp4"));
    const still = await readStill(bench.path("big.mp4"), { format: "jpeg", maxPx: 320 });
    expect(still).toMatchObject({ format: "jpeg", widthPx: 320, heightPx: 180 });
    expect(readImageHeader(still?.bytes ?? Buffer.alloc(0))).toMatchObject({ type: "jpeg", widthPx: 320 });
    const video = await bench.make("video.mp4", ...source("testsrc2=s=64x64:d=1"));
    expect(await readStill(video, { format: "jpeg", maxPx: 320 })).toBeNull();
    await expect(readStill(png, { format: "jpeg", maxPx: 320, maxInputBytes: 100 })).rejects.toMatchObject({ kind: "too-many-bytes" });
  });

  it("refuses what is cut short, or moves, where it must be whole; a small cover shows what there is", async () => {
    const moving = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=1"];
    const cut = await bench.make("cut.jpg", "-f", "lavfi", "-i", "testsrc2=s=640x360", "-frames:v", "1");
    await truncate(cut, Math.round((await readFile(cut)).length * 0.6));
    const webp = await bench.make("moving.webp", ...moving, "-c:v", "libwebp_anim");
    const png = await bench.make("moving.png", ...moving, "-f", "apng");
    const still = (path: string, mustBeWhole: boolean) => readStill(path, { format: "jpeg", maxPx: 320, mustBeWhole });
    await expect(still(cut, true)).rejects.toMatchObject({ kind: "damaged" });
    for (const path of [webp, png]) {
      await expect(still(path, true), path).rejects.toMatchObject({ kind: "animated" });
      expect(await still(path, false), path).toMatchObject({ widthPx: 64, heightPx: 64 });
    }
  });
});
