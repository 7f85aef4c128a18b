import { PROFILES } from "@nightjar/contract";
import { createNodeSceneHost } from "@nightjar/scene/node";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { compositeArgs } from "../src/render/composite.ts";
import { GrowthWatch, staysAhead } from "../src/render/keeps-ahead.ts";
import { type MovingSheet, STEPS_PER_SECOND, movingSheet } from "../src/render/motion.ts";
import { finishedHandle } from "../src/render/unit-handle.ts";
import { BAR, BAR_SCENE } from "./support/bar.ts";

const profile = PROFILES["1080p30"];
const TRACK_MS = 60 * 60_000;
const UNIT = { key: "k", kind: "video", path: "/k.flv", firstTagOffset: 1, readableBytes: 2, isComplete: true } as const;

describe("the sheets of a scene that moves", () => {
  let sheet: MovingSheet;
  beforeAll(async () => {
    const host = await createNodeSceneHost();
    const frame = { title: "Title", artist: "Artist", channelName: "", positionMs: 0, durationMs: TRACK_MS };
    const timing = { frameCount: (TRACK_MS * 30) / 1000, framesPerSecond: 30, stepsPerSecond: STEPS_PER_SECOND };
    const motions = host.motions(BAR_SCENE, frame, { artwork: null, media: new Map() }, profile, timing);
    const made = movingSheet(motions, { framesPerSecond: 30, frameCount: timing.frameCount });
    if (!made) throw new Error("nothing moves");
    sheet = made;
  });

  it("hold the moving part and nothing else, and are drawn as they are asked for", async () => {
    expect(sheet.widthPx * sheet.heightPx).toBeLessThan((BAR.widthPx + 8) * (BAR.barPx + 8));
    const seen = new Set<string>();
    let count = 0;
    for await (const bytes of sheet.sheets) {
      expect(bytes).toHaveLength(sheet.widthPx * sheet.heightPx * 4);
      seen.add(Buffer.from(bytes).toString("base64"));
      count += 1;
      if (count === 20) break;
    }
    // A pixel takes 2.4 s of this hour, and still each step looks other than the one before.
    expect(seen.size).toBeGreaterThanOrEqual(16);
  });

  it("fall on frames at 30 and at 60 a second", () => {
    expect([30 % STEPS_PER_SECOND, 60 % STEPS_PER_SECOND]).toEqual([0, 0]);
    expect(STEPS_PER_SECOND).toBeGreaterThanOrEqual(4);
  });

  it("make the unit as long as the track, over a background that stands still and over a video without end", () => {
    const common = { profile, boxes: [], moving: sheet, maxFrames: 108_030, preset: "ultrafast" } as const;
    const still = compositeArgs({ ...common, background: { kind: "still", rgbPath: "/c/d.rgb" } });
    const video = compositeArgs({ ...common, background: { kind: "video", path: "/m/v", passes: Number.POSITIVE_INFINITY } });
    for (const args of [still, video]) {
      expect(args[args.indexOf("-frames:v") + 1]).toBe("108030");
      expect(args.join(" ")).toContain(`-video_size ${sheet.widthPx}x${sheet.heightPx} -framerate ${STEPS_PER_SECOND} -i pipe:0`);
    }
    expect(video[video.indexOf("-stream_loop") + 1]).toBe("-1");
  });
});

describe("a unit that is played while it grows", () => {
  it("is never caught up with when it is said to stay ahead, at any speed that does not fall by a tenth", () => {
    const growth = fc.record({
      totalMs: fc.integer({ min: 5_000, max: 3_600_000 }),
      renderedPart: fc.double({ min: 0, max: 1, noNaN: true }),
      speed: fc.double({ min: 0, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(growth, ({ totalMs, renderedPart, speed }) => {
        const renderedMs = totalMs * renderedPart;
        if (!staysAhead({ renderedMs, totalMs, speed })) return;
        // Slowest at its end: there it was played all along, and made at nine tenths of the speed.
        for (const atMs of [0, totalMs / 2, totalMs])
          expect(Math.min(totalMs, renderedMs + atMs * speed * 0.9)).toBeGreaterThanOrEqual(atMs - 1);
      }),
    );
  });

  it.each([
    ["a cold one, twice as fast as it is played", { renderedMs: 4_000, totalMs: 240_000, speed: 2 }, true],
    ["the same with one GOP", { renderedMs: 2_000, totalMs: 240_000, speed: 2 }, false],
    ["one at half the speed with a quarter of it there", { renderedMs: 60_000, totalMs: 240_000, speed: 0.5 }, false],
    ["one at half the speed with nearly all of it there", { renderedMs: 220_000, totalMs: 240_000, speed: 0.5 }, true],
    ["one that stands still", { renderedMs: 200_000, totalMs: 240_000, speed: 0 }, false],
    ["a complete one", { renderedMs: 240_000, totalMs: 240_000, speed: 0 }, true],
  ])("%s", (_name, growth, expected) => {
    expect(staysAhead(growth)).toBe(expected);
  });
});

describe("the watch on a growing picture", () => {
  const TOTAL_MS = 240_000;
  /** A render whose progress and clock the test owns. */
  function growing() {
    const state = { nowMs: 0, progress: 0 };
    const handle = { ...finishedHandle(UNIT), current: () => null, progress: () => state.progress };
    const watch = new GrowthWatch(handle, TOTAL_MS, () => state.nowMs);
    const go = (seconds: number, speed: number) => {
      for (let step = 0; step < seconds * 2; step += 1) {
        state.nowMs += 500;
        state.progress += (500 * speed) / TOTAL_MS;
        watch.growth();
      }
    };
    return { watch, go };
  }

  it("goes by the last seconds: a render that slowed down is not trusted for how it began", () => {
    const { watch, go } = growing();
    go(20, 3);
    expect(watch.growth().speed).toBeCloseTo(3);
    go(12, 0.5);
    expect(watch.growth().speed).toBeCloseTo(0.5, 1);
    expect(watch.growth().renderedMs).toBeCloseTo(66_000);
    expect(staysAhead(watch.growth(), 32_000)).toBe(false);
  });

  it("knows nothing before the first GOP, and all of a unit that is complete", () => {
    const { watch } = growing();
    expect(watch.growth()).toEqual({ renderedMs: 0, totalMs: TOTAL_MS, speed: 0 });
    expect(new GrowthWatch(finishedHandle(UNIT), TOTAL_MS).growth().renderedMs).toBe(TOTAL_MS);
  });
});
