import { scenePlate } from "../scene.ts";
import { type BuiltInTemplate, builtInElement } from "./template.ts";

const COLUMN = { xPosition: 1360, boxWidthPx: 456 } as const;

/** For long nights: a warm card at the right that grows with the title, to three lines above the lower edge. */
export const LATE_NIGHT: BuiltInTemplate = {
  name: "Late Night Lo-Fi",
  description: "A warm card at the right with cover, progress bar, artist and title",
  isDefault: false,
  elements: [
    builtInElement("late-night-artwork", {
      name: "Artwork",
      type: "artwork",
      xPosition: COLUMN.xPosition,
      yPosition: 100,
      fontSize: COLUMN.boxWidthPx,
      shadowOpacity: 60,
      shadowColor: "#12081F",
      shadowBlurPx: 32,
      shadowOffsetPx: 10,
    }),
    builtInElement("late-night-progress", {
      name: "Progress bar",
      type: "progress-bar",
      ...COLUMN,
      yPosition: 580,
      fontSize: 32,
      textColor: "#F6B26B",
    }),
    builtInElement("late-night-artist", {
      name: "Artist",
      type: "artist-name",
      ...COLUMN,
      yPosition: 632,
      fontSize: 48,
      textColor: "#F6B26B",
    }),
    builtInElement("late-night-title", {
      name: "Track title",
      type: "track-title",
      ...COLUMN,
      yPosition: 716,
      fontSize: 76,
      fontWeight: "700",
      textColor: "#FFF1DC",
      textOverflow: "wrap",
    }),
  ],
  plates: [
    scenePlate.parse({
      elementIds: ["late-night-artwork", "late-night-progress", "late-night-artist", "late-night-title"],
      color: "#1A0F2B",
      opacity: 78,
      paddingPx: 40,
      paddingRightPx: 40,
      radiusPx: 56,
    }),
  ],
};
