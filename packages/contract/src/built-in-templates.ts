import type { ElementFields } from "./overlay.ts";
import { elementFields } from "./overlay.ts";
import { BUILT_IN_SCENE, type ScenePlate, scene } from "./scene.ts";

/** A template that every studio begins with. Its elements' ids stand for those that are stored, in its plates too. */
export interface BuiltInTemplate {
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  /** From back to front. */
  readonly elements: readonly { readonly id: string; readonly fields: ElementFields }[];
  readonly plates: readonly ScenePlate[];
}

const NAMES: Readonly<Record<string, string>> = { artwork: "Artwork", "track-title": "Track title", "artist-name": "Artist" };

/** Put into a new studio once, from then on its own: edited and deleted like any other. */
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  {
    name: "Minimalist Overlay",
    description: "Artwork, title and artist on a dark panel at the lower left",
    isDefault: true,
    elements: scene.parse(BUILT_IN_SCENE).elements.map(({ id, ...element }) => ({
      id,
      fields: elementFields.parse({ ...element, name: NAMES[element.type] ?? element.type, isLocked: false }),
    })),
    plates: BUILT_IN_SCENE.plates ?? [],
  },
];
