import { BUILT_IN_SCENE, ELEMENT_TYPES, elementId, scene, sceneMoves, withoutMotion, type Scene } from "@nightjar/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { formatCount } from "../src/elements/social-stats.ts";
import type { NodeSceneHost, RenderedBox } from "../src/hosts/node.ts";
import { applyStep, createNodeSceneHost } from "../src/hosts/node.ts";
import { bottom, right } from "../src/rect.ts";
import { NO_PICTURES } from "../src/resources.ts";
import { compare } from "./pixels.ts";
import { frameOf } from "./scenes.ts";

const FULL_HD = { widthPx: 1920, heightPx: 1080 };
const playing = { ...frameOf("Café del Mar", "Energy 52"), positionMs: 0, durationMs: 240_000 };
const TIMING = { frameCount: 240 * 30, framesPerSecond: 30 };
const bar = { fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true, type: "progress-bar", fontSize: 20 } as const;
/** On the plate of the built-in scene, so that the moving box holds more than the bar. */
const SCENE: Scene = scene.parse({
  ...BUILT_IN_SCENE,
  elements: [...BUILT_IN_SCENE.elements, { ...bar, id: elementId.parse("bar"), xPosition: 290, yPosition: 965, boxWidthPx: 240 }],
});

let host: NodeSceneHost;
beforeAll(async () => {
  host = await createNodeSceneHost();
});

describe("a progress bar through a track", () => {
  test("moves at least four times a second, though a pixel takes a second", () => {
    const [motion] = host.motions(SCENE, playing, NO_PICTURES, FULL_HD, TIMING);
    const frames = [0, ...Array.from(motion?.steps ?? [], ({ frame }) => frame)];
    const seconds = new Map<number, number>();
    for (const frame of frames) seconds.set(Math.floor(frame / 30), (seconds.get(Math.floor(frame / 30)) ?? 0) + 1);
    expect(seconds.size).toBe(240);
    expect(Math.min(...seconds.values())).toBeGreaterThanOrEqual(4);
  });

  test("changes small even rectangles inside its box, all of them together under 2 MB", () => {
    const [motion] = host.motions(SCENE, playing, NO_PICTURES, FULL_HD, TIMING);
    if (motion === undefined) throw new Error("nothing moves");
    expect(motion.first.widthPx * motion.first.heightPx).toBeLessThan(260 * 16);
    let bytes = 0;
    for (const step of motion.steps) {
      expect([step.xPx, step.yPx, step.widthPx, step.heightPx].every((value) => value % 2 === 0)).toBe(true);
      expect(step.xPx >= motion.first.xPx && step.yPx >= motion.first.yPx).toBe(true);
      expect(right(step) <= right(motion.first) && bottom(step) <= bottom(motion.first)).toBe(true);
      bytes += step.rgba.length;
    }
    expect(bytes).toBeLessThan(2e6);
  });

  test("looks after its steps as if drawn whole at that time", () => {
    const [motion] = host.motions(SCENE, playing, NO_PICTURES, FULL_HD, TIMING);
    if (motion === undefined) throw new Error("nothing moves");
    const shown: RenderedBox = { ...motion.first, rgba: motion.first.rgba.slice() };
    for (const step of motion.steps) {
      applyStep(shown, step);
      if (step.frame % 600 !== 0) continue;
      const state = { ...playing, positionMs: (step.frame * 1000) / 30 };
      const [whole] = host.renderBoxes(SCENE, state, NO_PICTURES, FULL_HD, ["moving"]);
      // A plate cut by the edge of a surface may be rounded by one level.
      expect(compare(shown.rgba, whole?.rgba ?? new Uint8Array()).largest).toBeLessThanOrEqual(2);
    }
  });

  test("is the one type of element that moves, and a scene without its moving parts has nothing that does", () => {
    for (const type of ELEMENT_TYPES) {
      const alone = { ...bar, type, id: elementId.parse("e"), xPosition: 100, yPosition: 100, content: "Text", mediaAssetId: null };
      const only = scene.parse({ elements: [alone] });
      const moves = host.boxes(only, { ...playing, stats: { viewerCount: 5 } }, NO_PICTURES, FULL_HD).moving.length > 0;
      expect(moves, type).toBe(sceneMoves(only));
    }
    expect(host.boxes(withoutMotion(SCENE), playing, NO_PICTURES, FULL_HD).moving).toEqual([]);
  });

  test("without a position nothing moves", () => {
    expect(host.motions(SCENE, { ...playing, positionMs: null }, NO_PICTURES, FULL_HD, TIMING)).toEqual([]);
  });
});

describe("social stats", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [12_345, "12,345"],
    [999_999, "999,999"],
    [1_000_000, "1M"],
    [1_299_999, "1.2M"],
    [12_345_678, "12.3M"],
    [2_000_000_000, "2B"],
  ])("%i is written %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  test("are nothing while the count is not known, and never 0", () => {
    const stats = scene.parse({ elements: [{ ...bar, id: elementId.parse("s"), type: "social-stats", xPosition: 100, yPosition: 100 }] });
    const boxesOf = (viewerCount: number | null) => host.boxes(stats, { ...playing, stats: { viewerCount } }, NO_PICTURES, FULL_HD).still;
    expect(boxesOf(null)).toEqual([]);
    expect(boxesOf(Number.NaN)).toEqual([]);
    expect(boxesOf(0)).toHaveLength(1);
  });
});
