import type { ElementId, FrameState, Scene, SceneElement } from "@nightjar/contract";
import type { Placed } from "./elements/placed.ts";
import { ELEMENT_RENDERERS } from "./elements/registry.ts";
import { placePlate } from "./plate.ts";
import type { SceneResources } from "./resources.ts";

/** An element as it lies on the canvas. */
export interface PlacedElement extends Placed {
  readonly elementId: ElementId;
}

/** A scene laid out: what is drawn, each list from back to front. */
export interface SceneLayout {
  /** Under all elements. */
  readonly plates: readonly Placed[];
  readonly elements: readonly PlacedElement[];
}

export const isDrawn = (element: SceneElement): boolean => element.isVisible && element.opacity > 0;

/** Lays out what is visible and not empty; what is hidden or fully transparent has no place. */
export function layout(scene: Scene, frame: FrameState, resources: SceneResources): SceneLayout {
  const elements = scene.elements.filter(isDrawn).flatMap((element): PlacedElement[] => {
    const placed = ELEMENT_RENDERERS[element.type].place(element, frame, resources);
    return placed === null ? [] : [{ ...placed, elementId: element.id }];
  });
  const plates = (scene.plates ?? []).flatMap((plate): Placed[] => {
    const group = elements.filter(({ elementId }) => plate.elementIds.includes(elementId));
    const placed = placePlate(
      plate,
      group.map(({ box }) => box),
      resources,
    );
    return placed === null ? [] : [placed];
  });
  return { plates, elements };
}
