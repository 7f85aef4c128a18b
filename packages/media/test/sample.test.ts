import { describe, expect, it } from "vitest";
import { createPainter } from "../src/sample/night-sky.ts";
import { lengthS, SONGS } from "../src/sample/songs.ts";
import type { Song } from "../src/sample/songs.ts";
import { songAsWav } from "../src/sample/wav.ts";

const [LONGEST] = SONGS;
if (!LONGEST) throw new Error("there is no song");
/** One chord of it, so that a test is short. */
const SHORT: Song = { ...LONGEST, chords: LONGEST.chords.slice(0, 1) };
const HEADER_BYTES = 44;
const signal = new AbortController().signal;

async function wavOf(song: Song): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of songAsWav(song, { signal })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("a song of the sample channel", () => {
  it("is the same bytes each time, as long as its header says, audible and never at the limit", async () => {
    const wav = await wavOf(SHORT);
    expect((await wavOf(SHORT)).equals(wav)).toBe(true);
    expect(wav.readUInt32LE(40)).toBe(wav.byteLength - HEADER_BYTES);
    expect(wav.byteLength - HEADER_BYTES).toBe(Math.round(lengthS(SHORT) * 44_100) * 4);
    const samples = Array.from({ length: (wav.byteLength - HEADER_BYTES) / 2 }, (_, index) => wav.readInt16LE(HEADER_BYTES + 2 * index));
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(3000);
    expect(peak).toBeLessThan(32_000);
  });

  it("ends where it is told to", async () => {
    const stop = new AbortController();
    const chunks = songAsWav(SHORT, { signal: stop.signal });
    await chunks.next();
    stop.abort();
    await expect(chunks.next()).rejects.toThrow(/abort/i);
  });
});

describe("the sample channel's sky", () => {
  it("ends as it began, so that nobody sees it go round, and moves in between", () => {
    const paint = createPainter({ widthPx: 32, heightPx: 18, hueShift: 0 });
    const [begin, end, middle] = [0, 1, 0.5].map((share) => Buffer.from(paint(share)));
    const steps = (other: Buffer | undefined) =>
      Math.max(...pixels(begin).map((value, index) => Math.abs(value - (pixels(other)[index] ?? 0))));
    expect(steps(end)).toBeLessThan(2);
    expect(steps(middle)).toBeGreaterThan(1000);
  });
});

const pixels = (picture: Buffer | undefined) =>
  Array.from({ length: (picture?.byteLength ?? 0) / 2 }, (_, index) => picture?.readUInt16LE(2 * index) ?? 0);
