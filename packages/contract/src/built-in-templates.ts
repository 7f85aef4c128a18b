import { elementFields } from "./overlay.ts";
import { BUILT_IN_SCENE, scene } from "./scene.ts";
import { BIG_TYPE } from "./templates/big-type.ts";
import { CORNER_TICKER } from "./templates/corner-ticker.ts";
import { COVER_CARD } from "./templates/cover-card.ts";
import { LATE_NIGHT } from "./templates/late-night.ts";
import { LOWER_THIRD } from "./templates/lower-third.ts";
import type { BuiltInTemplate } from "./templates/template.ts";

export type { BuiltInTemplate } from "./templates/template.ts";

const NAMES: Readonly<Record<string, string>> = { artwork: "Artwork", "track-title": "Track title", "artist-name": "Artist" };

/** What a studio without any template shows. */
const MINIMALIST_OVERLAY: BuiltInTemplate = {
  name: "Minimalist Overlay",
  description: "Artwork, title and artist on a dark panel at the lower left",
  isDefault: true,
  elements: scene.parse(BUILT_IN_SCENE).elements.map(({ id, ...element }) => ({
    id,
    fields: elementFields.parse({ ...element, name: NAMES[element.type] ?? element.type, isLocked: false }),
  })),
  plates: BUILT_IN_SCENE.plates ?? [],
};

/** Put into a new studio once, from then on its own: edited and deleted like any other. */
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  MINIMALIST_OVERLAY,
  LOWER_THIRD,
  COVER_CARD,
  CORNER_TICKER,
  BIG_TYPE,
  LATE_NIGHT,
];
