import type { ElementType } from "@nightjar/contract";
import { artworkRenderer } from "./artwork.ts";
import { mediaRenderer } from "./media.ts";
import type { ElementRenderer } from "./placed.ts";
import { progressBarRenderer } from "./progress-bar.ts";
import { textRenderer } from "./text.ts";

const contentText = textRenderer((element) => element.content ?? "");

/** How each element type is drawn. A type that the contract knows and this does not is an error of types. */
export const ELEMENT_RENDERERS: Readonly<Record<ElementType, ElementRenderer>> = {
  text: contentText,
  "track-title": textRenderer((_element, frame) => frame.title),
  "artist-name": textRenderer((_element, frame) => frame.artist),
  "channel-name": textRenderer((_element, frame) => frame.channelName),
  "social-stats": contentText,
  artwork: artworkRenderer,
  "progress-bar": progressBarRenderer,
  image: mediaRenderer,
  logo: mediaRenderer,
  icon: mediaRenderer,
};
