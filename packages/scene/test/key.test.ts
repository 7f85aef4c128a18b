import type { FrameState, Scene } from "@nightjar/contract";
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
