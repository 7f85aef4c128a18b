import { describe, expect, it } from "vitest";
import {
  BUILT_IN_SCENE,
  PROFILES,
  expectedRenderSpeed,
  motionPriceText,
  priceOfMotion,
  scene,
  sceneMoves,
  withoutMotion,
} from "../src/index.ts";

const minutes = (count: number) => count * 60_000;

describe("the price of a scene that moves", () => {
  it("is what the units of all tracks weigh, and how long this machine renders them", () => {
    const price = priceOfMotion(
      Array.from({ length: 500 }, () => minutes(4) - 1000),
      PROFILES["1080p30"],
      3.5,
    );
    expect(price).toEqual({ moves: true, tracks: 500, bytes: 67_500_000_000, renderMs: Math.round((minutes(4) * 500) / 3.5) });
  });

  it.each([
    [500, minutes(4), 1.6, "Moves: 68 GB and 21 h of rendering for 500 tracks."],
    [1, minutes(60), 3.5, "Moves: 2 GB and 18 min of rendering for 1 track."],
    [2, minutes(3), 3.5, "Moves: 204 MB and 2 min of rendering for 2 tracks."],
    [0, 0, 3.5, "Moves: 0 MB and 0 min of rendering for 0 tracks."],
  ])("is one sentence: %i tracks of %i ms at %f times real time", (count, durationMs, speed, text) => {
    expect(
      motionPriceText(
        priceOfMotion(
          Array.from({ length: count }, () => durationMs),
          PROFILES["1080p30"],
          speed,
        ),
      ),
    ).toBe(text);
  });

  it("expects a larger and a faster picture to be slower to render, before anything was rendered", () => {
    expect(expectedRenderSpeed(PROFILES["1080p30"])).toBe(3.5);
    expect(expectedRenderSpeed(PROFILES["1080p60"])).toBe(1.75);
    expect(expectedRenderSpeed(PROFILES["2160p30"])).toBeCloseTo(3.5 / 4);
  });
});

describe("a scene without its moving parts", () => {
  const bar = {
    id: "bar",
    type: "progress-bar",
    xPosition: 0,
    yPosition: 0,
    fontSize: 20,
    fontFamily: "Inter",
    textColor: "#FFFFFF",
    opacity: 90,
  };
  const withBar = (changes: object) =>
    scene.parse({ ...BUILT_IN_SCENE, elements: [...BUILT_IN_SCENE.elements, { ...bar, isVisible: true, ...changes }] });

  it("is the built-in one when its bar is taken out, and itself when nothing in it moves", () => {
    expect(sceneMoves(withBar({}))).toBe(true);
    expect(withoutMotion(withBar({})).elements).toEqual(BUILT_IN_SCENE.elements);
    expect(withoutMotion(BUILT_IN_SCENE)).toBe(BUILT_IN_SCENE);
  });

  it("does not move for a bar that is hidden or fully transparent", () => {
    expect([withBar({ isVisible: false }), withBar({ opacity: 0 })].map(sceneMoves)).toEqual([false, false]);
  });
});
