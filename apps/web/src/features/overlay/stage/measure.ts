import type { FrameState, Scene } from "@nightjar/contract";
import type { Pictures } from "@nightjar/scene";
import type { BrowserSceneHost, ElementHandle } from "@nightjar/scene/browser";
import { guessedBox } from "../kernel/boxes.ts";
import type { DesignDocument, DesignElement } from "../kernel/document.ts";
import type { Boxes, ElementBox } from "../kernel/types.ts";

export interface StageScene {
  readonly host: BrowserSceneHost;
  readonly frame: FrameState;
  readonly pictures: Pictures;
}

export const sceneOf = (elements: readonly DesignElement[], plates: DesignDocument["plates"] = []): Scene => ({
  elements: [...elements],
  plates: [...plates],
});

/** Where an element is taken hold of; null: its font is on the way. */
export function handleOf({ host, frame, pictures }: StageScene, element: DesignElement): ElementHandle | null {
  try {
    return host.handles(sceneOf([element]), frame, pictures)[0] ?? null;
  } catch {
    return null;
  }
}

/** Measures elements with the renderer itself, each once for as long as it does not change. */
export function createMeasure(scene: StageScene): (document: DesignDocument) => Boxes {
  const known = new WeakMap<DesignElement, ElementBox>();
  let last: { readonly elements: DesignDocument["elements"]; readonly boxes: Boxes; readonly isExact: boolean } | null = null;

  const measured = (element: DesignElement): ElementBox | null => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const handle = handleOf(scene, element);
    // Painting brings its font, and asks again.
    if (handle === null) return null;
    const box = { ...handle.frame, drawn: handle.box, isShown: handle.isShown };
    known.set(element, box);
    return box;
  };
  return ({ elements }) => {
    if (last?.elements === elements && last.isExact) return last.boxes;
    const boxes = elements.map((element) => [element.id, measured(element)] as const);
    const isExact = boxes.every(([, box]) => box !== null);
    last = { elements, isExact, boxes: new Map(elements.map((element, index) => [element.id, boxes[index]?.[1] ?? guessedBox(element)])) };
    return last.boxes;
  };
}
