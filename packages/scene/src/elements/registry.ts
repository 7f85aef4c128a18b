import type { ElementType, FrameState } from "@nightjar/contract";
import { toLine } from "../text/unicode.ts";
import { artworkRenderer } from "./artwork.ts";
import { mediaRenderer } from "./media.ts";
import type { ElementRenderer } from "./placed.ts";
import { progressBarRenderer } from "./progress-bar.ts";
import { socialStatsRenderer } from "./social-stats.ts";
import { textRenderer } from "./text.ts";

const namesOf = (frame: FrameState): string => `${frame.title}\n${frame.artist}`;

/** How each element type is drawn. Only a text element's own words keep the lines they were written in. A type that the contract knows and this does not is an error of types. */
export const ELEMENT_RENDERERS: Readonly<Record<ElementType, ElementRenderer>> = {
  text: textRenderer((element) => ({ text: element.content ?? "", context: "" })),
  "track-title": textRenderer((_element, frame) => ({ text: toLine(frame.title), context: namesOf(frame) })),
  "artist-name": textRenderer((_element, frame) => ({ text: toLine(frame.artist), context: namesOf(frame) })),
  "channel-name": textRenderer((_element, frame) => ({ text: toLine(frame.channelName), context: "" })),
  "social-stats": socialStatsRenderer,
  artwork: artworkRenderer,
  "progress-bar": progressBarRenderer,
  image: mediaRenderer,
  logo: mediaRenderer,
  icon: mediaRenderer,
};
