import { scenePlate } from "../scene.ts";
import { type BuiltInTemplate, builtInElement } from "./template.ts";

const INK = "#0B0B10";
const YELLOW = "#FFD84D";
const LEFT_PX = 124;
const face = { fontFamily: "Arial", fontWeight: "700" } as const;
const label = { opacity: 100, paddingPx: 28, paddingRightPx: 36, radiusPx: 0 } as const;

/** A gig poster: nothing but type on labels. The artist stands first, because the title goes on for as many lines as it needs. */
export const BIG_TYPE: BuiltInTemplate = {
  name: "Big Type",
  description: "The title as large as a poster's, over as many lines as it needs",
  isDefault: false,
  elements: [
    builtInElement("big-type-artist", {
      name: "Artist",
      type: "artist-name",
      xPosition: LEFT_PX,
      yPosition: 112,
      fontSize: 64,
      ...face,
      textColor: INK,
      boxWidthPx: 1000,
    }),
    builtInElement("big-type-title", {
      name: "Track title",
      type: "track-title",
      xPosition: LEFT_PX - 4,
      yPosition: 236,
      fontSize: 132,
      ...face,
      boxWidthPx: 1640,
      textOverflow: "wrap",
    }),
    builtInElement("big-type-channel", {
      name: "Channel name",
      type: "channel-name",
      xPosition: 1216,
      yPosition: 112,
      fontSize: 48,
      ...face,
      boxWidthPx: 580,
      textAlign: "right",
    }),
    builtInElement("big-type-progress", {
      name: "Progress bar",
      type: "progress-bar",
      xPosition: 96,
      yPosition: 1014,
      fontSize: 48,
      textColor: YELLOW,
      boxWidthPx: 1728,
      outlineWidthPx: 4,
      outlineColor: INK,
      shadowOpacity: 60,
      shadowBlurPx: 16,
    }),
  ],
  plates: [
    scenePlate.parse({ elementIds: ["big-type-title"], color: INK, ...label, paddingPx: 24, opacity: 90 }),
    scenePlate.parse({ elementIds: ["big-type-channel"], color: INK, ...label, paddingRightPx: 28, opacity: 90 }),
    scenePlate.parse({ elementIds: ["big-type-artist"], color: YELLOW, ...label }),
  ],
};
