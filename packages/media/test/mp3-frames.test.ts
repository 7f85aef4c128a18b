import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isMp3 } from "../src/mp3-frames.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-mp3-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const holding = (...parts: readonly Uint8Array[]) => {
  const path = join(folder, "file");
  writeFileSync(path, Buffer.concat(parts));
  return path;
};
const frames = (header: readonly number[], bytes: number, count = 5) => {
  const frame = Buffer.alloc(bytes);
  frame.set(header);
  return Buffer.concat(Array.from({ length: count }, () => frame));
};
const EVEN = frames([0xff, 0xfb, 0x54, 0xc4], 192);
/** 300 bytes in sevens: 2 * 128 + 44. */
const TAG = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 44]), Buffer.alloc(300)]);
const FOOTED = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 2, 44]), Buffer.alloc(310)]);

it("knows frames of MP3 at every rate, from the beginning, behind a tag and behind one with a footer", () => {
  expect(isMp3(holding(EVEN))).toBe(true);
  expect(isMp3(holding(TAG, EVEN))).toBe(true);
  expect(isMp3(holding(FOOTED, EVEN))).toBe(true);
  // 128 kbit/s at 44.1 kHz, with padding; 64 kbit/s at 22.05 kHz.
  expect(isMp3(holding(frames([0xff, 0xfb, 0x92, 0x44], 418)))).toBe(true);
  expect(isMp3(holding(frames([0xff, 0xf3, 0x80, 0xc4], 208)))).toBe(true);
});

it("leaves to ffprobe whatever is not that beyond doubt, and what cannot be read", () => {
  const adts = frames([0xff, 0xf1, 0x50, 0x80], 192);
  const broken = Buffer.concat([EVEN.subarray(0, 300), Buffer.alloc(900)]);
  const few = EVEN.subarray(0, 400);
  for (const bytes of [adts, broken, few, TAG, Buffer.from("RIFF"), Buffer.alloc(0)]) expect(isMp3(holding(bytes))).toBe(false);
  expect(isMp3(join(folder, "missing"))).toBe(false);
  expect(isMp3(folder)).toBe(false);
});
