import type { FrameState, Scene, SceneElement } from "@nightjar/contract";
import { BUILT_IN_SCENE } from "@nightjar/contract";
import { describe, expect, test } from "vitest";
import { canonicalJson, sceneKey } from "../src/key.ts";
import { SCENE_RENDERER_VERSION } from "../src/version.ts";
import { frameOf, MIXED_SCENE } from "./scenes.ts";

const frame = frameOf("Café del Mar", "Energy 52");
const none = { artwork: null, media: {} };
const keyOf = (scene: Scene, state: FrameState = frame, artwork: string | null = null): string =>
  sceneKey(scene, state, { ...none, artwork });
const [first, ...others] = BUILT_IN_SCENE.elements;
if (first === undefined) throw new Error("the built-in scene is empty");

describe("the key of drawn pixels", () => {
  test("carries the renderer's version", () => {
    expect(JSON.parse(keyOf(BUILT_IN_SCENE))).toMatchObject({ renderer: SCENE_RENDERER_VERSION });
  });

  test("changes with title, cover, look, order and plates", () => {
    const keys = [
      keyOf(BUILT_IN_SCENE),
      keyOf(BUILT_IN_SCENE, { ...frame, title: "Café del Mär" }),
      keyOf(BUILT_IN_SCENE, frame, "ab12"),
      keyOf({ ...BUILT_IN_SCENE, elements: [{ ...first, opacity: 50 }, ...others] }),
      keyOf({ ...BUILT_IN_SCENE, elements: [...others, first] }),
      keyOf({ elements: BUILT_IN_SCENE.elements }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("changes with everything of the style that is seen, and with nothing that is not", () => {
    const keyWith = (style: Partial<SceneElement>, index = 1): string =>
      keyOf({
        ...BUILT_IN_SCENE,
        elements: BUILT_IN_SCENE.elements.map((element, i) => (i === index ? { ...element, ...style } : element)),
      });
    const shadow = { shadowOpacity: 50 };
    const outline = { outlineWidthPx: 3 };
    const seen = [
      {},
      shadow,
      { ...shadow, shadowColor: "#123456" },
      { ...shadow, shadowBlurPx: 9 },
      { ...shadow, shadowOffsetPx: 9 },
      outline,
    ];
    const more = [{ ...outline, outlineColor: "#123456" }, { textAlign: "right" as const }, { textOverflow: "wrap" as const }];
    expect(new Set([...seen, ...more].map((style) => keyWith(style))).size).toBe(seen.length + more.length);
    const key = keyOf(BUILT_IN_SCENE);
    expect(keyWith({ shadowColor: "#123456", shadowBlurPx: 9, shadowOffsetPx: 9, outlineColor: "#123456" })).toBe(key);
    expect(keyWith({ ...outline, textAlign: "right", textOverflow: "wrap" }, 0), "an artwork has none of these").toBe(key);
  });

  test("of a text that wraps follows the lines it was written in", () => {
    const written = (content: string, textOverflow: SceneElement["textOverflow"]): string =>
      keyOf({ elements: [{ ...first, type: "text", content, textOverflow }] });
    expect(written("a\nb", "wrap")).not.toBe(written("a b", "wrap"));
    expect(written("a\nb", "ellipsis")).toBe(written("a b", "ellipsis"));
  });

  test("does not change with what is not drawn: hidden elements, ids, other facts of the frame", () => {
    const key = keyOf(BUILT_IN_SCENE);
    expect(keyOf({ ...BUILT_IN_SCENE, elements: [...BUILT_IN_SCENE.elements, { ...first, isVisible: false }] })).toBe(key);
    expect(keyOf(BUILT_IN_SCENE, { ...frame, channelName: "Other", durationMs: 1, positionMs: 5 })).toBe(key);
  });

  test("follows the position only where something moves", () => {
    expect(keyOf(MIXED_SCENE, { ...frame, positionMs: 1 })).not.toBe(keyOf(MIXED_SCENE, { ...frame, positionMs: 2 }));
  });

  test("does not depend on the order in which an object's keys were written", () => {
    expect(canonicalJson({ b: [1, { d: 1, c: 2 }], a: null })).toBe(canonicalJson({ a: null, b: [1, { c: 2, d: 1 }] }));
  });
});
