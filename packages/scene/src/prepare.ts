import type { FrameState, Scene } from "@nightjar/contract";
import { ELEMENT_RENDERERS } from "./elements/registry.ts";
import { isDrawn } from "./layout.ts";
import type { SceneTools } from "./resources.ts";

/** Loads the fonts that a scene's texts need. After it, layout and draw of this scene and frame neither wait nor throw. */
export async function prepareScene(scene: Scene, frame: FrameState, tools: SceneTools): Promise<void> {
  const texts = scene.elements.filter(isDrawn).flatMap((element) => ELEMENT_RENDERERS[element.type].texts?.(element, frame) ?? []);
  await Promise.all(texts.map(async ({ text, style }) => tools.typesetter.prepare(text, style)));
}
