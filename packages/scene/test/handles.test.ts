import type { Scene, SceneElement } from "@nightjar/contract";
import { BUILT_IN_SCENE, ELEMENT_TYPES, scene } from "@nightjar/contract";
import { beforeAll, describe, expect, test } from "vitest";
import type { DrawnParts } from "../src/draw.ts";
import { draw } from "../src/draw.ts";
import type { ElementHandle } from "../src/handles.ts";
import { handles } from "../src/handles.ts";
import { layout } from "../src/layout.ts";
import type { SceneResources } from "../src/resources.ts";
import { NO_PICTURES } from "../src/resources.ts";
import { frameOf } from "./scenes.ts";
import { realSurface, realTools } from "./tools.fixture.ts";

const frame = frameOf("Café del Mar", "Energy 52");
let resources: SceneResources;
beforeAll(async () => {
  resources = { ...(await realTools()), pictures: NO_PICTURES };
});

const base = {
  id: "e",
  fontFamily: "Inter",
  fontSize: 50,
  textColor: "#FFFFFF",
  opacity: 100,
  isVisible: true,
  xPosition: 100,
  yPosition: 200,
};
function handleOf(given: Partial<SceneElement>): ElementHandle {
  const [handle] = handles(scene.parse({ elements: [{ ...base, ...given }] }), frame, resources);
  if (handle === undefined) throw new Error("no handle");
  return handle;
}

describe("the handles of a designer", () => {
  test.each(ELEMENT_TYPES)("%s has one at its place, also while there is nothing to be seen of it", (type) => {
    for (const given of [{ type }, { type, isVisible: false }, { type, opacity: 0 }]) {
      const { box } = handleOf(given);
      expect([box.xPx, box.yPx]).toEqual([100, 200]);
      expect(Math.min(box.widthPx, box.heightPx)).toBeGreaterThan(20);
    }
    expect(handleOf({ type, isVisible: false }).isShown).toBe(false);
  });

  test("say of an empty text and of an image without picture that they are not shown", () => {
    expect(handleOf({ type: "text", content: " " }).isShown).toBe(false);
    expect(handleOf({ type: "image" }).isShown).toBe(false);
    expect(handleOf({ type: "text", content: "a" }).isShown).toBe(true);
  });

  test("are as wide as the box that was given, whatever the text fills of it", () => {
    const { box, frame: own } = handleOf({ type: "text", content: "Hi", boxWidthPx: 700, textAlign: "center" });
    expect([own.xPx, own.widthPx]).toEqual([100, 700]);
    expect(box.widthPx).toBeLessThan(100);
    expect(box.xPx + box.widthPx / 2).toBeCloseTo(450, 6);
  });

  test("do not take a picture's width from a box that only texts have", () => {
    expect(handleOf({ type: "artwork", boxWidthPx: 700 }).frame).toEqual({ xPx: 100, yPx: 200, widthPx: 50, heightPx: 50 });
  });
});

describe("parts of a scene", () => {
  const drawn = (parts: DrawnParts, of: Scene = BUILT_IN_SCENE): Uint8ClampedArray => {
    const { context } = realSurface(960, 540);
    draw(context, of, frame, resources, { scale: 0.5, offsetXPx: 0, offsetYPx: 0 }, parts);
    return context.getImageData(0, 0, 960, 540).data;
  };

  test("are what was asked for: the plates alone, as large as their whole group, and elements alone", () => {
    const [artwork] = BUILT_IN_SCENE.elements;
    if (artwork === undefined) throw new Error("the built-in scene is empty");
    const [plate] = layout(BUILT_IN_SCENE, frame, resources).plates;
    const platesAlone = drawn({ only: new Set() });
    const inkAt = (x: number, y: number): number => platesAlone[(Math.round(y / 2) * 960 + Math.round(x / 2)) * 4 + 3] ?? 0;
    if (plate === undefined) throw new Error("no plate");
    const { xPx, yPx, widthPx, heightPx } = plate.box;
    expect([inkAt(xPx + 20, yPx + heightPx / 2), inkAt(xPx + widthPx - 4, yPx + heightPx / 2), inkAt(xPx + widthPx + 4, yPx)]).toEqual([
      194, 194, 0,
    ]);
    expect(drawn({ only: new Set([artwork.id]), plates: false })).toEqual(drawn({}, { elements: [artwork] }));
    expect(drawn({ plates: false })).toEqual(drawn({}, { elements: BUILT_IN_SCENE.elements }));
  });
});
