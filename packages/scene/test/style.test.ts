import type { FrameState, Scene, SceneElement } from "@nightjar/contract";
import { ELEMENT_TYPES, mediaAssetId, scene } from "@nightjar/contract";
import { beforeAll, describe, expect, test } from "vitest";
import type { NodeSceneHost } from "../src/hosts/node.ts";
import { createNodeSceneHost } from "../src/hosts/node.ts";
import type { Pictures } from "../src/resources.ts";
import { logoPng } from "./pictures.ts";
import { inkedPixels } from "./pixels.ts";
import { frameOf } from "./scenes.ts";
import { STYLE_SCENES } from "./style-scenes.ts";

const FULL_HD = { widthPx: 1920, heightPx: 1080 };
const HD = { widthPx: 1280, heightPx: 720 };
const frame: FrameState = { ...frameOf("Café del Mar", "Energy 52"), positionMs: 60_000, stats: { viewerCount: 7 } };
const decoration = { shadowOpacity: 80, shadowBlurPx: 10, shadowOffsetPx: 12, shadowColor: "#0000FF", outlineWidthPx: 5 } as const;

let host: NodeSceneHost;
let pictures: Pictures;
beforeAll(async () => {
  host = await createNodeSceneHost();
  const logo = await host.decodePicture(logoPng());
  pictures = { artwork: null, media: new Map(["wide", "square"].map((id) => [mediaAssetId.parse(id), logo])) };
});

const base = { type: "text", content: "HH", fontFamily: "Inter", fontSize: 80, textColor: "#FFFFFF", opacity: 100, isVisible: true };
function sceneOf(...elements: readonly Partial<SceneElement>[]): Scene {
  return scene.parse({ elements: elements.map((given, i) => ({ ...base, id: `e${i}`, xPosition: 600, yPosition: 400, ...given })) });
}
function wholeOf(drawn: Scene, size = FULL_HD): Buffer {
  const [whole] = host.renderRects(drawn, frame, pictures, size, [{ xPx: 0, yPx: 0, ...size }]);
  return Buffer.from(whole?.rgba ?? []);
}

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];
/** Of the pixels that are not empty. */
function countOf(rgba: Uint8Array, wanted: (...pixel: Pixel) => boolean): number {
  let count = 0;
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] ?? 0;
    if (alpha > 0 && wanted(rgba[i] ?? 0, rgba[i + 1] ?? 0, rgba[i + 2] ?? 0, alpha)) count++;
  }
  return count;
}

/** Left, right, top and bottom of the pixels that are not empty. */
function inkOf(drawn: Scene): readonly [left: number, right: number, top: number, bottom: number] {
  const rgba = wholeOf(drawn);
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (let i = 0; i < rgba.length / 4; i++) {
    if (rgba[i * 4 + 3] === 0) continue;
    const x = i % FULL_HD.widthPx;
    const y = Math.floor(i / FULL_HD.widthPx);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, right, top, bottom];
}

describe("alignment", () => {
  test("puts a text at the left, in the middle and at the right of its box", () => {
    const [left, centre, right] = (["left", "center", "right"] as const).map((textAlign) =>
      inkOf(sceneOf({ textAlign, xPosition: 400, boxWidthPx: 1000 })),
    );
    const width = (left?.[1] ?? 0) - (left?.[0] ?? 0);
    expect(left?.[0]).toBeGreaterThanOrEqual(400);
    expect(left?.[0]).toBeLessThan(415);
    expect(right?.[1]).toBeLessThanOrEqual(1400);
    expect(right?.[1]).toBeGreaterThan(1385);
    expect((centre?.[0] ?? 0) + width / 2).toBeCloseTo(900, -0.5);
  });

  test("does nothing to a text without a box: it begins at its position", () => {
    expect(wholeOf(sceneOf({ textAlign: "right" })).equals(wholeOf(sceneOf({})))).toBe(true);
  });

  test("moves a plate with its text", () => {
    const aligned = sceneOf({ textAlign: "right", xPosition: 400, boxWidthPx: 1000 });
    const plates = [
      { elementIds: aligned.elements.map(({ id }) => id), color: "#000000", opacity: 50, paddingPx: 20, paddingRightPx: 20, radiusPx: 0 },
    ];
    const [left, right] = inkOf({ ...aligned, plates });
    expect(right).toBe(1419);
    expect(left).toBeGreaterThan(1200);
  });
});

describe("a shadow", () => {
  test("lies below by its offset and around by its blur", () => {
    const [left, right, top, bottom] = inkOf(sceneOf({}));
    const shaded = inkOf(sceneOf({ ...decoration, outlineWidthPx: 0 }));
    expect(shaded[0]).toBeLessThan(left - 5);
    expect(shaded[1]).toBeGreaterThan(right + 5);
    expect(shaded[3]).toBeGreaterThan(bottom + 17);
    expect(shaded[2]).toBe(top);
  });

  test.each(ELEMENT_TYPES)("is drawn for %s", (type) => {
    const given = { type, mediaAssetId: mediaAssetId.parse("wide") };
    const blueOf = (drawn: Scene): number => countOf(wholeOf(drawn, HD), (red, green, blue) => red + green === 0 && blue > 250);
    const without = blueOf(sceneOf(given));
    expect(blueOf(sceneOf({ ...given, ...decoration, outlineWidthPx: 0 }))).toBeGreaterThan(without + 200);
  });

  test("of strength 0 and an outline of width 0 draw nothing, whatever else they are", () => {
    expect(wholeOf(sceneOf({ ...decoration, shadowOpacity: 0, outlineWidthPx: 0 })).equals(wholeOf(sceneOf({})))).toBe(true);
  });
});

describe("an element with shadow and outline", () => {
  test("is translucent as a whole: the outline does not shine through the letters", () => {
    const rgba = wholeOf(sceneOf({ ...decoration, outlineColor: "#FF0000", opacity: 50, fontSize: 300, fontWeight: "700" }));
    expect(countOf(rgba, (red, green, blue, alpha) => Math.abs(alpha - 128) <= 1 && red + green + blue === 3 * 255)).toBeGreaterThan(5_000);
  });

  test("has the same pixels wherever it stands, by whole pixels", () => {
    const at = (xPosition: number, yPosition: number): Buffer => {
      const [part] = host.renderRects(sceneOf({ ...decoration, xPosition, yPosition }), frame, pictures, FULL_HD, [
        { xPx: xPosition - 100, yPx: yPosition - 100, widthPx: 500, heightPx: 400 },
      ]);
      return Buffer.from(part?.rgba ?? []);
    };
    expect(at(321, 243).some((byte) => byte !== 0)).toBe(true);
    expect(at(321, 243).equals(at(700, 500))).toBe(true);
  });

  test("is drawn anew for every change of its look", () => {
    const looks = [
      {},
      { shadowBlurPx: 11 },
      { shadowColor: "#00FF00" },
      { outlineWidthPx: 6 },
      { outlineColor: "#00FF00" },
      { textColor: "#FF0000" },
    ];
    const drawn = [...looks, ...looks].map((look) =>
      Buffer.concat(host.renderBoxes(sceneOf({ ...decoration, ...look }), frame, pictures, HD).map(({ rgba }) => rgba)).toString("latin1"),
    );
    expect(new Set(drawn).size).toBe(looks.length);
  });
});

test.each(Object.keys(STYLE_SCENES))("the boxes of scene '%s' hold all of its ink", async (name) => {
  const drawn: Scene = { elements: STYLE_SCENES[name] ?? [] };
  await host.prepare(drawn, frame);
  const inBoxes = host.renderBoxes(drawn, frame, pictures, HD).reduce((sum, box) => sum + inkedPixels(box.rgba), 0);
  expect(inBoxes).toBe(inkedPixels(wholeOf(drawn, HD)));
  expect(inBoxes).toBeGreaterThan(500);
});
