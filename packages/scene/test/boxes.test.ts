import type { FrameState, Scene } from "@nightjar/contract";
import { BUILT_IN_SCENE, elementId, scene } from "@nightjar/contract";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { PictureSize, SceneBoxes } from "../src/boxes.ts";
import type { NodeSceneHost } from "../src/hosts/node.ts";
import { createNodeSceneHost } from "../src/hosts/node.ts";
import { bottom, intersection, right } from "../src/rect.ts";
import { NO_PICTURES } from "../src/resources.ts";
import { inkedPixels } from "./pixels.ts";
import { frameOf, MIXED_SCENE } from "./scenes.ts";

const FULL_HD: PictureSize = { widthPx: 1920, heightPx: 1080 };
const HD: PictureSize = { widthPx: 1280, heightPx: 720 };
const frame = frameOf("Café del Mar", "Energy 52");
const playing: FrameState = { ...frame, positionMs: 60_000 };

let host: NodeSceneHost;
beforeAll(async () => {
  host = await createNodeSceneHost();
  await host.prepare(MIXED_SCENE, playing);
});

const base = { fontFamily: "Inter", fontSize: 40, textColor: "#FFFFFF", opacity: 100, isVisible: true } as const;
function textScene(...places: readonly (readonly [xPosition: number, yPosition: number])[]): Scene {
  const elements = places.map(([xPosition, yPosition], i) => ({
    ...base,
    id: elementId.parse(`e${i}`),
    type: "text",
    content: "Xy",
    xPosition,
    yPosition,
  }));
  return scene.parse({ elements });
}

/** Even, inside the picture, not empty, and apart from each other. */
function expectLegal({ still, moving }: SceneBoxes, size: PictureSize): void {
  const all = [...still, ...moving];
  for (const [i, box] of all.entries()) {
    expect([box.xPx, box.yPx, box.widthPx, box.heightPx].every((value) => Number.isInteger(value) && value % 2 === 0)).toBe(true);
    expect(Math.min(box.widthPx, box.heightPx)).toBeGreaterThan(0);
    expect(box.xPx >= 0 && box.yPx >= 0 && right(box) <= size.widthPx && bottom(box) <= size.heightPx).toBe(true);
    for (const other of all.slice(i + 1)) expect(intersection(box, other)).toBeNull();
  }
}

describe("boxes", () => {
  test("the built-in scene needs one, round its plate, at every size", () => {
    const { still, moving } = host.boxes(BUILT_IN_SCENE, frame, NO_PICTURES, FULL_HD);
    expect(moving).toEqual([]);
    expect(still).toHaveLength(1);
    expect(still[0]).toMatchObject({ xPx: 70, yPx: 806, heightPx: 204 });
    expect(host.boxes(BUILT_IN_SCENE, frame, NO_PICTURES, HD).still[0]).toMatchObject({ xPx: 46, yPx: 536, heightPx: 138 });
  });

  test("things far apart have boxes of their own, near ones share one", () => {
    expect(host.boxes(textScene([100, 100], [1500, 800]), frame, NO_PICTURES, FULL_HD).still).toHaveLength(2);
    expect(host.boxes(textScene([100, 100], [160, 130]), frame, NO_PICTURES, FULL_HD).still).toHaveLength(1);
  });

  test("what is hidden, transparent, empty or outside the picture has none", () => {
    const [element] = textScene([100, 100]).elements;
    const elements = [
      { ...element, isVisible: false },
      { ...element, opacity: 0 },
      { ...element, content: " " },
      { ...element, xPosition: 5000, boxWidthPx: 400 },
    ];
    expect(host.boxes(scene.parse({ elements }), frame, NO_PICTURES, FULL_HD)).toEqual({ still: [], moving: [] });
  });

  test("a progress bar moves while there is a position, and stands still without one", () => {
    expect(host.boxes(MIXED_SCENE, playing, NO_PICTURES, FULL_HD).moving).toHaveLength(1);
    expect(host.boxes(MIXED_SCENE, frame, NO_PICTURES, FULL_HD).moving).toEqual([]);
  });

  test("wherever elements lie, boxes are even, inside the picture and do not overlap", () => {
    const place = fc.tuple(fc.double({ min: -50, max: 1950, noNaN: true }), fc.double({ min: -50, max: 1100, noNaN: true }));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 14 }), place, fc.constantFrom(FULL_HD, HD), (places, [x, y], size) => {
        const bar = { ...base, id: elementId.parse("bar"), type: "progress-bar", xPosition: x, yPosition: y };
        const mixed = scene.parse({ elements: [...textScene(...places).elements, bar] });
        expectLegal(host.boxes(mixed, playing, NO_PICTURES, size), size);
      }),
      { numRuns: 150 },
    );
  });

  test.each([720, 1080, 1440, 2160])("a picture of %i lines can be drawn", (heightPx) => {
    const size = { widthPx: (heightPx * 16) / 9, heightPx };
    const boxes = host.boxes(BUILT_IN_SCENE, frame, NO_PICTURES, size);
    expect(boxes.still).toHaveLength(1);
    expectLegal(boxes, size);
  });

  test("only 16:9 in even pixels can be drawn", () => {
    expect(() => host.boxes(BUILT_IN_SCENE, frame, NO_PICTURES, { widthPx: 1920, heightPx: 1200 })).toThrow(RangeError);
    expect(() => host.boxes(BUILT_IN_SCENE, frame, NO_PICTURES, { widthPx: 16, heightPx: 9 })).toThrow(RangeError);
  });
});

describe("drawn boxes", () => {
  test("hold all ink: outside them the whole picture is empty", () => {
    for (const size of [FULL_HD, HD]) {
      const [whole] = host.renderRects(MIXED_SCENE, playing, NO_PICTURES, size, [{ xPx: 0, yPx: 0, ...size }]);
      const inBoxes = host.renderBoxes(MIXED_SCENE, playing, NO_PICTURES, size).reduce((sum, box) => sum + inkedPixels(box.rgba), 0);
      expect(inBoxes).toBe(inkedPixels(whole?.rgba ?? new Uint8Array()));
      expect(inBoxes).toBeGreaterThan(10_000);
    }
  });

  test("of one kind are those of that kind, with straight alpha", () => {
    const moving = host.renderBoxes(MIXED_SCENE, playing, NO_PICTURES, FULL_HD, ["moving"]);
    expect(moving).toHaveLength(1);
    expect(moving[0]?.rgba).toHaveLength((moving[0]?.widthPx ?? 0) * (moving[0]?.heightPx ?? 0) * 4);
    // A translucent white: straight alpha keeps the colour at 255, premultiplied would not.
    const pixels = pixelsOf(moving[0] ?? { rgba: new Uint8Array() });
    expect(pixels.some(([red, , , alpha]) => red === 255 && alpha > 60 && alpha < 90)).toBe(true);
  });

  test("text begins at the top of its box by the font's ascender", () => {
    const [box] = host.boxes(textScene([200, 300]), frame, NO_PICTURES, FULL_HD).still;
    // Inter: ascender 0.96875, cap height 0.727 of 40 px: the X begins 9.7 px below the top.
    expect(box?.yPx).toBe(308);
    expect(Math.abs((box?.xPx ?? 0) - 200)).toBeLessThanOrEqual(2);
  });
});

function pixelsOf({ rgba }: { readonly rgba: Uint8Array }): (readonly [number, number, number, number])[] {
  return Array.from(
    { length: rgba.length / 4 },
    (_, i) => [...rgba.subarray(i * 4, i * 4 + 4)] as unknown as [number, number, number, number],
  );
}
