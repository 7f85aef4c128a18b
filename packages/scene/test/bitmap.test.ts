import { describe, expect, test } from "vitest";
import type { Bitmap } from "../src/bitmap.ts";
import { centredSquare, resample } from "../src/bitmap.ts";

function bitmapOf(widthPx: number, heightPx: number, pixel: (x: number, y: number) => readonly number[]): Bitmap {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) for (let x = 0; x < widthPx; x++) rgba.set(pixel(x, y), (y * widthPx + x) * 4);
  return { widthPx, heightPx, rgba };
}
const wholeOf = (bitmap: Bitmap) => ({ xPx: 0, yPx: 0, widthPx: bitmap.widthPx, heightPx: bitmap.heightPx });

describe("resampling", () => {
  test("at the same size changes nothing", () => {
    const noise = bitmapOf(13, 7, (x, y) => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256, 255]);
    expect([...resample(noise, wholeOf(noise), 13, 7)]).toEqual([...noise.rgba]);
  });

  test("keeps a plain colour plain, up and down, to the edges", () => {
    const plain = bitmapOf(317, 211, () => [200, 100, 50, 255]);
    for (const [width, height] of [
      [160, 160],
      [7, 3],
      [640, 500],
    ] as const) {
      const pixels = resample(plain, wholeOf(plain), width, height);
      expect(new Set(pixels.filter((_, i) => i % 4 === 0))).toEqual(new Set([200]));
      expect(new Set(pixels.filter((_, i) => i % 4 === 3))).toEqual(new Set([255]));
    }
  });

  test("averages: a fine chequerboard becomes grey, without moiré", () => {
    const chequers = bitmapOf(1000, 1000, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
    const reds = resample(chequers, wholeOf(chequers), 160, 160).filter((_, i) => i % 4 === 0);
    expect(Math.min(...reds)).toBeGreaterThan(120);
    expect(Math.max(...reds)).toBeLessThan(136);
  });

  test("does not let the colour of transparent pixels bleed", () => {
    const half = bitmapOf(400, 400, (x) => (x < 200 ? [255, 0, 0, 255] : [0, 255, 0, 0]));
    const pixels = resample(half, wholeOf(half), 50, 50);
    for (let i = 0; i < pixels.length; i += 4) if ((pixels[i + 3] ?? 0) > 16) expect(pixels[i + 1]).toBe(0);
  });

  test("a cover shows the square in the middle", () => {
    expect(centredSquare(bitmapOf(700, 600, () => [0, 0, 0, 0]))).toEqual({ xPx: 50, yPx: 0, widthPx: 600, heightPx: 600 });
  });
});
