import { scenePlate } from "../scene.ts";
import { type BuiltInTemplate, builtInElement } from "./template.ts";

/** The whole width, as news channels have it: cover, title and artist over a progress bar, the channel's name at the right. */
export const LOWER_THIRD: BuiltInTemplate = {
  name: "Lower Third",
  description: "A band along the bottom with cover, title, artist, channel name and progress bar",
  isDefault: false,
  elements: [
    builtInElement("lower-third-artwork", {
      name: "Artwork",
      type: "artwork",
      xPosition: 92,
      yPosition: 804,
      fontSize: 184,
    }),
    builtInElement("lower-third-title", {
      name: "Track title",
      type: "track-title",
      xPosition: 312,
      yPosition: 796,
      fontSize: 68,
      fontWeight: "700",
      boxWidthPx: 1060,
    }),
    builtInElement("lower-third-artist", {
      name: "Artist",
      type: "artist-name",
      xPosition: 313,
      yPosition: 882,
      fontSize: 50,
      textColor: "#CFD6E4",
      boxWidthPx: 1060,
    }),
    builtInElement("lower-third-channel", {
      name: "Channel name",
      type: "channel-name",
      xPosition: 1396,
      yPosition: 819,
      fontSize: 44,
      fontWeight: "700",
      textColor: "#7DD3FC",
      boxWidthPx: 432,
      textAlign: "right",
    }),
    builtInElement("lower-third-progress", {
      name: "Progress bar",
      type: "progress-bar",
      xPosition: 312,
      yPosition: 956,
      fontSize: 36,
      textColor: "#7DD3FC",
      boxWidthPx: 1516,
    }),
  ],
  plates: [
    scenePlate.parse({
      elementIds: ["lower-third-artwork", "lower-third-title", "lower-third-artist", "lower-third-channel", "lower-third-progress"],
      color: "#07101D",
      opacity: 80,
      paddingPx: 32,
      paddingRightPx: 32,
      radiusPx: 44,
    }),
  ],
};
