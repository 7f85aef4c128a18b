import { scenePlate } from "../scene.ts";
import { type BuiltInTemplate, builtInElement } from "./template.ts";

/** Out of the picture's way: the channel in a coloured tab, what is playing under it, how many are watching at the other side. */
export const CORNER_TICKER: BuiltInTemplate = {
  name: "Corner Ticker",
  description: "Channel name, title and artist in the upper left corner, viewers in the upper right",
  isDefault: false,
  elements: [
    builtInElement("corner-ticker-channel", {
      name: "Channel name",
      type: "channel-name",
      xPosition: 96,
      yPosition: 72,
      fontSize: 44,
      fontFamily: "Roboto",
      fontWeight: "700",
      boxWidthPx: 900,
    }),
    builtInElement("corner-ticker-title", {
      name: "Track title",
      type: "track-title",
      xPosition: 96,
      yPosition: 180,
      fontSize: 64,
      fontFamily: "Roboto",
      fontWeight: "700",
      textColor: "#14141A",
      boxWidthPx: 1100,
    }),
    builtInElement("corner-ticker-artist", {
      name: "Artist",
      type: "artist-name",
      xPosition: 97,
      yPosition: 256,
      fontSize: 46,
      fontFamily: "Roboto",
      textColor: "#4B4855",
      boxWidthPx: 1100,
    }),
    builtInElement("corner-ticker-viewers", {
      name: "Viewers",
      type: "social-stats",
      xPosition: 1424,
      yPosition: 72,
      fontSize: 44,
      fontFamily: "Roboto",
      fontWeight: "700",
      boxWidthPx: 400,
      textAlign: "right",
    }),
  ],
  plates: [
    scenePlate.parse({
      elementIds: ["corner-ticker-title", "corner-ticker-artist"],
      color: "#F6F2EA",
      opacity: 96,
      paddingPx: 24,
      paddingRightPx: 40,
      radiusPx: 24,
    }),
    scenePlate.parse({
      elementIds: ["corner-ticker-channel"],
      color: "#E0245E",
      opacity: 100,
      paddingPx: 24,
      paddingRightPx: 32,
      radiusPx: 24,
    }),
    scenePlate.parse({
      elementIds: ["corner-ticker-viewers"],
      color: "#14141A",
      opacity: 78,
      paddingPx: 24,
      paddingRightPx: 24,
      radiusPx: 24,
    }),
  ],
};
