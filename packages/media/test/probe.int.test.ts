import { copyFile, readFile, truncate, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFifo, measureLoudness, MediaError, ProcessError, probeAudio, probeVideo } from "../src/index.ts";
import { type Bench, openBench, tone } from "./synth.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.clear());

const audio = (path: string) => probeAudio(path, bench);
const video = (path: string) => probeVideo(path, bench);
const kindOf = async (probing: Promise<unknown>) => {
  const error: unknown = await probing.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof MediaError ? error.kind : error;
};

describe("probeAudio", () => {
  it.each([
    ["tone.mp3", "mp3", "mp3", 44_100, ["-c:a", "libmp3lame", "-q:a", "5"]],
    ["tone.wav", "wav", "pcm_s16le", 48_000, []],
    ["tone.flac", "flac", "flac", 96_000, []],
    ["tone.m4a", "mp4", "aac", 48_000, []],
    ["tone.ogg", "ogg", "vorbis", 44_100, ["-c:a", "libvorbis"]],
    ["tone.aiff", "aiff", "pcm_s24be", 96_000, ["-c:a", "pcm_s24be"]],
    ["tone.opus", "ogg", "opus", 48_000, ["-c:a", "libopus"]],
  ] as const)("tells the exact length of %s as encoded, without the encoder's padding", async (name, container, codec, rateHz, args) => {
    const path = await bench.make(name, ...tone(10.5, rateHz), ...args);
    expect(await audio(path)).toMatchObject({ container, codec, durationMs: 10_500, sampleRateHz: rateHz, channels: 1 });
  });

  it("counts what a headerless VBR file and an ADTS file really hold, where the bit rate misleads", async () => {
    const quietThenLoud = [
      "-f",
      "lavfi",
      "-i",
      "sine=440:r=44100:d=5,volume=0.01",
      "-f",
      "lavfi",
      "-i",
      "anoisesrc=d=5.5:r=44100",
      "-filter_complex",
      "[0][1]concat=n=2:v=0:a=1",
    ];
    const vbr = await bench.make(
      "headerless.mp3",
      ...quietThenLoud,
      "-c:a",
      "libmp3lame",
      "-q:a",
      "2",
      "-write_xing",
      "0",
      "-id3v2_version",
      "0",
    );
    const adts = await bench.make("raw.aac", ...quietThenLoud);
    for (const path of [vbr, adts]) {
      const { durationMs } = await audio(path);
      expect(durationMs).toBeGreaterThanOrEqual(10_500);
      expect(durationMs).toBeLessThan(10_560);
    }
  });

  it("tells what is left of a truncated file, not what its header promises", async () => {
    const path = await bench.make("whole.mp3", ...tone(10), "-c:a", "libmp3lame", "-b:a", "128k");
    await truncate(path, Math.round((await readFile(path)).length * 0.3));
    const { durationMs } = await audio(path);
    expect(durationMs).toBeGreaterThan(2800);
    expect(durationMs).toBeLessThan(3100);
  });

  it("goes by content: the name may lie or look like an option", async () => {
    const wav = await bench.make("real.wav", ...tone(1));
    for (const name of ["liar.mp3", "-version", "http:host.mp3", "with %d.mp3"]) {
      await copyFile(wav, bench.path(name));
      expect((await audio(bench.path(name))).container).toBe("wav");
    }
  });

  it.each([
    ["hls.mp3", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"],
    ["hls-sound.mp3", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\ntone.mp3\n#EXT-X-ENDLIST\n"],
    ["concat.mp3", "ffconcat version 1.0\nfile /etc/passwd\n"],
    ["concat-sound.mp3", "ffconcat version 1.0\nfile tone.mp3\n"],
    ["subtitle.mp3", "1\n00:00:00,000 --> 00:00:09,000\nhello\n"],
    ["text.mp3", "just text\n"],
    ["empty.mp3", ""],
  ])("refuses %s, a text under a music file's name", async (name, text) => {
    await writeFile(bench.path(name), text);
    expect(await kindOf(audio(bench.path(name)))).toBe("unsupported-format");
  });

  it.each([
    ["trap-list.mp3", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\ntrap.mp3\n#EXT-X-ENDLIST\n"],
    ["trap-concat.mp3", "ffconcat version 1.0\nfile trap.mp3\n"],
  ])("never opens what %s points to", async (name, text) => {
    // Whoever opens a pipe that nobody writes to hangs: the refusal must come at once.
    await makeFifo(bench.path(`${name}.fifo`));
    await writeFile(bench.path(name), text.replace("trap.mp3", `${name}.fifo`));
    const refusal = probeAudio(bench.path(name), { ...bench, timeoutMs: 5000 });
    expect(await kindOf(refusal)).toBe("unsupported-format");
  });

  it("refuses a picture, a silent video and a container we do not take", async () => {
    const picture = await bench.make("cover.png", "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1");
    await copyFile(picture, bench.path("cover.mp3"));
    expect(await kindOf(audio(bench.path("cover.mp3")))).toBe("unsupported-format");
    const silent = await bench.make("silent.mp4", "-f", "lavfi", "-i", "color=red:s=64x64:d=1", "-pix_fmt", "yuv420p");
    expect(await kindOf(audio(silent))).toBe("no-audio");
    const matroska = await bench.make("sound.mka", ...tone(1));
    expect(await kindOf(audio(matroska))).toBe("unsupported-format");
  });

  it("refuses a header with nothing behind it", async () => {
    const empty = await bench.make("nothing.wav", ...tone(1), "-t", "0");
    expect(await kindOf(audio(empty))).toBe("no-duration");
  });

  it("takes a song with cover art", async () => {
    const cover = await bench.make("art.png", "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1");
    const song = await bench.make(
      "song.mp3",
      ...tone(2),
      "-i",
      cover,
      "-map",
      "0",
      "-map",
      "1",
      "-c:v",
      "copy",
      "-disposition:v",
      "attached_pic",
    );
    expect(await audio(song)).toMatchObject({ container: "mp3", durationMs: 2000 });
    expect(await kindOf(video(await bench.make("song.m4a", "-i", song, "-c:v", "copy")))).toBe("no-video");
  });

  it("takes an MP3 of 64 kbit/s at 48 kHz with a cover, whose frames of 192 bytes look like a transport stream to ffprobe", async () => {
    const cover = await bench.make("large.png", "-f", "lavfi", "-i", "testsrc=size=640x640", "-frames:v", "1");
    const attached = ["-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"];
    const song = await bench.make("even.mp3", ...tone(9, 48_000, 500), ...attached, "-c:a", "libmp3lame", "-b:a", "64k");
    expect(await audio(song)).toMatchObject({ container: "mp3", durationMs: 9000, sampleRateHz: 48_000, channels: 1 });
    expect((await measureLoudness(song, bench)).integratedLufs).toBeGreaterThan(-30);
  });

  it("tells a missing ffprobe and an abort from a bad file", async () => {
    const wav = await bench.make("good.wav", ...tone(1));
    for (const options of [{ ffprobePath: "/nowhere/ffprobe" }, { ...bench, signal: AbortSignal.abort() }]) {
      expect(await kindOf(probeAudio(wav, options))).toBeInstanceOf(ProcessError);
    }
  });
});

describe("probeVideo", () => {
  const picture = ["-f", "lavfi", "-i", "testsrc=s=160x90:r=25:d=2", "-pix_fmt", "yuv420p"];

  it.each([
    ["clip.mp4", "mp4", "h264"],
    ["clip.mov", "mp4", "h264"],
    ["clip.avi", "avi", "mpeg4"],
    ["clip.webm", "matroska", "vp9"],
  ])("reads %s", async (name, container, codec) => {
    const path = await bench.make(name, ...picture);
    expect(await video(path)).toEqual({
      container,
      codec,
      durationMs: 2000,
      widthPx: 160,
      heightPx: 90,
      framesPerSecond: 25,
      hasAudio: false,
      isHdr: false,
    });
  });

  it("finds the length of a live recording that states none", async () => {
    const path = await bench.make("live.webm", ...tone(2), ...picture, "-live", "1");
    expect(await video(path)).toMatchObject({ durationMs: 2000, hasAudio: true });
  });

  it("measures the picture as it is shown", async () => {
    const flat = await bench.make("flat.mp4", ...picture);
    const turned = await bench.make("turned.mp4", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=90");
    expect(await video(turned)).toMatchObject({ widthPx: 90, heightPx: 160 });
  });

  it("refuses a single picture in a video's clothes, a playlist, and sound alone", async () => {
    const single = await bench.make("single.mp4", "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", "-pix_fmt", "yuv420p");
    expect(await kindOf(video(single))).toBe("single-picture");
    await writeFile(bench.path("list.mp4"), "ffconcat version 1.0\nfile clip.mp4\n");
    expect(await kindOf(video(bench.path("list.mp4")))).toBe("unsupported-format");
    expect(await kindOf(video(await bench.make("sound.m4a", ...tone(1))))).toBe("no-video");
  });

  it("tells a video that was cut off, and one of 16k pictures, from what is no video at all", async () => {
    const clip = await readFile(await bench.make("clip.mp4", "-f", "lavfi", "-i", "testsrc2=s=320x180:d=1", "-pix_fmt", "yuv420p"));
    await writeFile(bench.path("cut.mp4"), clip.subarray(0, clip.length / 2));
    expect(await kindOf(video(bench.path("cut.mp4")))).toBe("damaged");
    const large = await readFile(await bench.make("small.gif", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=1"));
    // By its header: 16000 times 16000.
    for (const offset of [6, 8]) large.writeUInt16LE(16_000, offset);
    await writeFile(bench.path("large.gif"), large);
    expect(await kindOf(video(bench.path("large.gif")))).toBe("too-many-pixels");
  });
});
