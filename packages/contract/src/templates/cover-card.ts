import { scenePlate } from "../scene.ts";
import { type BuiltInTemplate, builtInElement } from "./template.ts";

const COVER_PX = 520;
const centred = { xPosition: 260, boxWidthPx: 1400, textAlign: "center" } as const;

/** A card in the middle, as a record on a shop's wall. It is as wide as the title needs and never narrower than the cover. */
export const COVER_CARD: BuiltInTemplate = {
  name: "Cover Card",
  description: "A large cover in the middle, title and artist beneath it",
  isDefault: false,
  elements: [
    builtInElement("cover-card-artwork", {
      name: "Artwork",
      type: "artwork",
      xPosition: 960 - COVER_PX / 2,
      yPosition: 152,
      fontSize: COVER_PX,
      shadowOpacity: 55,
      shadowBlurPx: 40,
      shadowOffsetPx: 14,
    }),
    builtInElement("cover-card-title", {
      name: "Track title",
      type: "track-title",
      ...centred,
      yPosition: 708,
      fontSize: 78,
      fontWeight: "700",
    }),
    builtInElement("cover-card-artist", {
      name: "Artist",
      type: "artist-name",
      ...centred,
      yPosition: 808,
      fontSize: 52,
      textColor: "#D6D6DE",
    }),
    builtInElement("cover-card-progress", {
      name: "Progress bar",
      type: "progress-bar",
      xPosition: 960 - COVER_PX / 2,
      yPosition: 894,
      fontSize: 32,
      boxWidthPx: COVER_PX,
    }),
  ],
  plates: [
    scenePlate.parse({
      elementIds: ["cover-card-artwork", "cover-card-title", "cover-card-artist", "cover-card-progress"],
      color: "#0C0C12",
      opacity: 72,
      paddingPx: 56,
      paddingRightPx: 56,
      radiusPx: 64,
    }),
  ],
};
