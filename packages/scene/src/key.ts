import type { FrameState, Scene, SceneElement } from "@nightjar/contract";
import type { PictureHashes } from "./elements/placed.ts";
import { ELEMENT_RENDERERS } from "./elements/registry.ts";
import { isDrawn } from "./layout.ts";
import { SCENE_RENDERER_VERSION } from "./version.ts";

/**
 * Text that is equal for two calls exactly when they give the same pixels, as far as can be told without drawing: canonical JSON of
 * what is visible, with texts and pictures put in, and the version of the renderer. Ids and hidden elements are not part of it.
 */
export function sceneKey(scene: Scene, frame: FrameState, hashes: PictureHashes): string {
  const visible = scene.elements.filter(isDrawn);
  const elements = visible.map((element) => ({ ...look(element), content: contentOf(element, frame, hashes) }));
  const plates = (scene.plates ?? []).map(({ elementIds, ...plate }) => ({
    ...plate,
    elements: visible.flatMap(({ id }, index) => (elementIds.includes(id) ? [index] : [])),
  }));
  return canonicalJson({ renderer: SCENE_RENDERER_VERSION, elements, plates });
}

/** Fields that are no part of the look, or that come in through `contentOf` and `styleOf`. */
const APART: readonly string[] = [
  ...(["id", "content", "mediaAssetId", "isVisible"] satisfies readonly (keyof SceneElement)[]),
  ...(["textAlign", "textOverflow", "outlineWidthPx", "outlineColor"] satisfies readonly (keyof SceneElement)[]),
  ...(["shadowOpacity", "shadowColor", "shadowBlurPx", "shadowOffsetPx"] satisfies readonly (keyof SceneElement)[]),
];

function look(element: SceneElement): Record<string, unknown> {
  const rest = Object.fromEntries(Object.entries(element).filter(([field]) => !APART.includes(field)));
  return { ...rest, ...styleOf(element) };
}

/** What draws nothing is not part of the key, such as the colour of a shadow that is not there: on air nothing is rendered anew for it. */
function styleOf(element: SceneElement): Partial<SceneElement> {
  const { textAlign, textOverflow, outlineWidthPx, outlineColor, shadowOpacity, shadowColor, shadowBlurPx, shadowOffsetPx } = element;
  const { isPicture } = ELEMENT_RENDERERS[element.type];
  return {
    ...(isPicture || textAlign === "left" ? {} : { textAlign }),
    ...(isPicture || textOverflow === "ellipsis" ? {} : { textOverflow }),
    ...(isPicture || outlineWidthPx === 0 ? {} : { outlineWidthPx, outlineColor }),
    ...(shadowOpacity === 0 ? {} : { shadowOpacity, shadowColor, shadowBlurPx, shadowOffsetPx }),
  };
}

function contentOf(element: SceneElement, frame: FrameState, hashes: PictureHashes): string | null {
  return ELEMENT_RENDERERS[element.type].content(element, frame, hashes);
}

/** JSON with the keys of every object in order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
