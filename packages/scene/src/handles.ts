import type { ElementId, FrameState, Scene } from "@nightjar/contract";
import { ELEMENT_RENDERERS } from "./elements/registry.ts";
import { isDrawn } from "./layout.ts";
import type { Rect } from "./rect.ts";
import { union } from "./rect.ts";
import type { SceneResources } from "./resources.ts";

/** Where a designer takes hold of an element. In design pixels. */
export interface ElementHandle {
  readonly elementId: ElementId;
  /** What the element fills: for hit tests, guides and plates. Of one that shows nothing, where it would stand. */
  readonly box: Rect;
  /** What resizing changes: `box`, and all of its own width where the element has one. */
  readonly frame: Rect;
  /** false: there is nothing to be seen of it, as it is hidden, transparent, without text or without a picture. */
  readonly isShown: boolean;
}

/** A handle for every element of a scene, in its order; the hidden and the empty ones too. All of them must be prepared. */
export function handles(scene: Scene, frame: FrameState, resources: SceneResources): ElementHandle[] {
  return scene.elements.map((element) => {
    const renderer = ELEMENT_RENDERERS[element.type];
    const placed = renderer.place(element, frame, resources);
    const box = placed?.box ?? renderer.placeholder(element, resources);
    const { xPosition: xPx, boxWidthPx } = element;
    const hasWidth = !renderer.isPicture && boxWidthPx !== null;
    const own = hasWidth ? union(box, { ...box, xPx, widthPx: boxWidthPx }) : box;
    return { elementId: element.id, box, frame: own, isShown: placed !== null && isDrawn(element) };
  });
}
