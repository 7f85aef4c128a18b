import {
  CANVAS_HEIGHT_PX,
  CANVAS_WIDTH_PX,
  DEFAULT_ELEMENT_SIZES,
  type ElementFields,
  type ElementId,
  type ElementType,
  elementStyle,
  OVERLAY_NAME_MAX_LENGTH,
} from "@nightjar/contract";
import { guessedBox } from "./boxes.ts";
import { clampPosition, type DesignDocument, type DesignElement } from "./document.ts";
import type { Rect } from "./geometry.ts";

/** What an element is called until somebody names it. */
export const TYPE_NAMES: Readonly<Record<ElementType, string>> = {
  text: "Text",
  "track-title": "Track title",
  "artist-name": "Artist name",
  artwork: "Artwork",
  "progress-bar": "Progress bar",
  image: "Image",
  logo: "Logo",
  icon: "Icon",
  "social-stats": "Social stats",
  "channel-name": "Channel name",
};

const SAMPLE_TEXT = "Sample text";

/** "Logo", then "Logo 2": names tell layers apart. One that would be too long with its figure loses its end. */
export function freeName(document: DesignDocument, name: string): string {
  const taken = new Set(document.elements.map((element) => element.name));
  const stem = name.replace(/ \d+$/, "");
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1)
    candidate = `${stem.slice(0, OVERLAY_NAME_MAX_LENGTH - ` ${number}`.length)} ${number}`;
  return candidate;
}

/**
 * A new element as the specification says: centred, Inter, white, fully opaque, visible, of its type's size.
 * @param boxOf how large it will be, wherever it stands
 */
export function newElement(
  document: DesignDocument,
  id: ElementId,
  type: ElementType,
  given: Partial<ElementFields>,
  boxOf: (element: DesignElement) => Rect = guessedBox,
): DesignElement {
  const element: DesignElement = {
    id,
    ...elementStyle.parse({}),
    name: freeName(document, TYPE_NAMES[type]),
    type,
    xPosition: 0,
    yPosition: 0,
    fontSize: DEFAULT_ELEMENT_SIZES[type],
    fontFamily: "Inter",
    textColor: "#FFFFFF",
    opacity: 100,
    isVisible: true,
    content: type === "text" ? SAMPLE_TEXT : null,
    mediaAssetId: null,
    isLocked: false,
    ...given,
  };
  const box = boxOf(element);
  const centred = clampPosition((CANVAS_WIDTH_PX - box.widthPx) / 2, (CANVAS_HEIGHT_PX - box.heightPx) / 2, box);
  return { ...element, ...centred, ...positionOf(given) };
}

function positionOf({ xPosition, yPosition }: Partial<ElementFields>) {
  return { ...(xPosition === undefined ? {} : { xPosition }), ...(yPosition === undefined ? {} : { yPosition }) };
}
