import { appendFile, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeAudio, readMetadata } from "../src/index.ts";
import { type Bench, openBench, tone } from "./synth.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.clear());

const tags = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).flatMap(([key, value]) => ["-metadata", `${key}=${value}`]);
const nothing = { title: null, artist: null, album: null, genre: null, year: null, bpm: null, isrc: null, label: null, picture: null };

/** An ID3v2.3 frame with Latin-1 text, byte for byte. */
function frame(id: string, body: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write(id, "latin1");
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}
function id3(...frames: Buffer[]): Buffer {
  const body = Buffer.concat(frames);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from("ID3\u0003\0\0", "latin1"), Buffer.from(size), body]);
}
const latin = (value: string) => Buffer.concat([Buffer.from([0]), Buffer.from(value, "latin1")]);

describe("readMetadata", () => {
  it("reads what an mp3 says of itself, with its cover byte for byte", async () => {
    const cover = await bench.make("cover.png", "-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1");
    const said = tags({
      title: "Ночь",
      artist: "Björk & Co",
      album: "Album",
      genre: "Techno",
      date: "1999",
      TBPM: "128",
      TSRC: "us-abc-99-12345",
      publisher: "Warp",
    });
    const path = await bench.make(
      "song.mp3",
      ...tone(1),
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
      ...said,
    );
    const { picture, ...read } = await readMetadata(path, "mp3");
    expect(read).toEqual({
      title: "Ночь",
      artist: "Björk & Co",
      album: "Album",
      genre: "Techno",
      year: 1999,
      bpm: 128,
      isrc: "USABC9912345",
      label: "Warp",
    });
    expect(Buffer.from(picture ?? []).equals(await readFile(cover))).toBe(true);
  });

  it.each(["tagged.flac", "tagged.m4a", "tagged.ogg", "tagged.wav"])("reads %s", async (name) => {
    const codec = name.endsWith("ogg") ? ["-c:a", "libvorbis"] : [];
    const path = await bench.make(name, ...tone(1), ...codec, ...tags({ title: "T", artist: "A", genre: "House" }));
    const { container } = await probeAudio(path, bench);
    expect(await readMetadata(path, container)).toMatchObject({ title: "T", artist: "A", genre: "House" });
  });

  it("goes by the probed container, not by the name", async () => {
    const path = await bench.make("real.flac", ...tone(1), ...tags({ title: "T" }));
    const misnamed = bench.path("upload.mp3");
    await writeFile(misnamed, await readFile(path));
    expect((await readMetadata(misnamed, "flac")).title).toBe("T");
  });

  it("cleans hostile tags and drops senseless ones", async () => {
    const plain = await bench.make("plain.mp3", ...tone(1), "-id3v2_version", "0");
    const path = bench.path("hostile.mp3");
    const hostile = id3(
      frame("TIT2", latin("  A\u0001B\u0007\n\nC  ")),
      frame("TPE1", latin("x".repeat(100_000))),
      frame("TALB", latin("\u0001\u0002")),
      frame("TBPM", latin("fast")),
      frame("TSRC", latin("NOT AN ISRC")),
      frame("TYER", latin("20999")),
      frame("APIC", Buffer.from("\0image/png\0\u0003\0", "latin1")),
    );
    await writeFile(path, Buffer.concat([hostile, await readFile(plain)]));
    expect(await readMetadata(path, "mp3")).toEqual({ ...nothing, title: "A B C", artist: "x".repeat(500) });
  });

  it("reads a file without tags, and noise, as saying nothing", async () => {
    const plain = await bench.make("bare.mp3", ...tone(1), "-id3v2_version", "0", "-map_metadata", "-1");
    expect(await readMetadata(plain, "mp3")).toEqual(nothing);
    const noise = bench.path("noise");
    await writeFile(noise, id3(frame("TIT2", latin("never read"))).subarray(0, 13));
    await appendFile(noise, Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) & 0xff)));
    for (const container of ["mp3", "wav", "flac", "mp4", "aac", "ogg"] as const) {
      expect(await readMetadata(noise, container)).toMatchObject({ artist: null, picture: null });
    }
  });

  it("throws only when the file cannot be opened", async () => {
    await expect(readMetadata(bench.path("absent.mp3"), "mp3")).rejects.toThrow();
  });
});
