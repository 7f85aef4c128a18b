import { describe, expect, test } from "vitest";
import { reachOf, shadowOf } from "../src/shadow.ts";

const [WIDTH, HEIGHT] = [61, 41];
const DOT = { x: 30, y: 12 };
const look = { colour: "#102030", opacity: 1, offsetPx: 0, radiusPx: 0 };

function shadowOfDot(given: Partial<typeof look>): { alphaAt(x: number, y: number): number; sum: number; rgba: Uint8ClampedArray } {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const)
    rgba[((DOT.y + dy) * WIDTH + DOT.x + dx) * 4 + 3] = 255;
  const shadow = shadowOf(rgba, WIDTH, HEIGHT, { ...look, ...given });
  const alphaAt = (x: number, y: number): number => shadow[(y * WIDTH + x) * 4 + 3] ?? 0;
  return { alphaAt, sum: shadow.filter((_, i) => i % 4 === 3).reduce((sum, value) => sum + value, 0), rgba: shadow };
}

describe("a shadow", () => {
  test("without blur is what casts it, in its colour, moved down by the offset", () => {
    const { alphaAt, rgba, sum } = shadowOfDot({ offsetPx: 9 });
    expect(alphaAt(DOT.x, DOT.y + 9)).toBe(255);
    expect([...rgba.subarray(((DOT.y + 9) * WIDTH + DOT.x) * 4).subarray(0, 3)]).toEqual([0x10, 0x20, 0x30]);
    expect(sum).toBe(4 * 255);
  });

  test("with an offset upwards moves up, and what leaves the picture is gone", () => {
    expect(shadowOfDot({ offsetPx: -9 }).alphaAt(DOT.x, DOT.y - 9)).toBe(255);
    expect(shadowOfDot({ offsetPx: -40 }).sum).toBe(0);
  });

  test.each([0.4, 1, 1.5, 3])("blurred by %f is as dark in all, even on all sides, and inside its reach", (radiusPx) => {
    const { alphaAt, sum } = shadowOfDot({ radiusPx });
    expect(Math.abs(sum - 4 * 255)).toBeLessThan(4 * 255 * 0.15);
    for (let by = 1; by < 12; by++) {
      expect(alphaAt(DOT.x - by, DOT.y)).toBe(alphaAt(DOT.x + 1 + by, DOT.y));
      expect(alphaAt(DOT.x, DOT.y - by)).toBe(alphaAt(DOT.x, DOT.y + 1 + by));
      expect(alphaAt(DOT.x - by, DOT.y)).toBe(alphaAt(DOT.x, DOT.y - by));
    }
    expect(alphaAt(DOT.x - Math.ceil(reachOf(radiusPx)) - 2, DOT.y)).toBe(0);
  });

  test("blurs a little more with a little more radius, without steps", () => {
    const peaks = [1, 1.1, 1.2, 1.3, 1.4, 1.5].map((radiusPx) => shadowOfDot({ radiusPx }).alphaAt(DOT.x, DOT.y));
    for (const [i, peak] of peaks.entries()) if (i > 0) expect(peak).toBeLessThan(peaks[i - 1] ?? 0);
  });
});
