import type { Studio } from "../studio.ts";

/** Where the title of a stream's own template stands, and on what: by this a picture tells that it is the wanted one. */
export interface Design {
  readonly titleY: number;
  /** Of the plate under the title: 0 to 255 each. */
  readonly colour: readonly [number, number, number];
}

/** The title begins here, and its plate by its padding further left. */
export const TITLE_X = 400;
export const PLATE_PADDING = 60;
const DARKEST = 41;
const BRIGHTEST = 163;

/** A dozen different ones, in colours that no background has. */
export function designOf(index: number): Design {
  const channel = (offset: number) => {
    const turn = (index / 2 + offset) % 6;
    return Math.round(DARKEST + (BRIGHTEST - DARKEST) * Math.max(0, Math.min(1, Math.abs(turn - 3) - 1)));
  };
  return { titleY: 260 + 50 * index, colour: [channel(0), channel(4), channel(2)] };
}

/** @returns its id */
export async function makeTemplate(studio: Studio, name: string, { titleY, colour }: Design): Promise<string> {
  const title = { ...TEXT, name: "Title", type: "track-title", xPosition: TITLE_X, yPosition: titleY, fontSize: 48 };
  const artist = { ...TEXT, name: "Artist", type: "artist-name", xPosition: TITLE_X, yPosition: 120, fontSize: 64 };
  const elements = [
    { id: "title", fields: title },
    { id: "artist", fields: artist },
  ];
  const color = `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  const plate = { elementIds: ["title"], color, opacity: 100, paddingPx: PLATE_PADDING, paddingRightPx: PLATE_PADDING, radiusPx: 0 };
  return (await studio.call<{ id: string }>("POST", "/api/overlay-templates", { name, elements, plates: [plate] })).id;
}

const TEXT = {
  fontFamily: "Inter",
  textColor: "#FFFFFF",
  opacity: 100,
  isVisible: true,
  content: null,
  mediaAssetId: null,
  isLocked: false,
  fontWeight: "700",
  boxWidthPx: null,
  textAlign: "left",
  textOverflow: "ellipsis",
  shadowOpacity: 0,
  shadowColor: "#000000",
  shadowBlurPx: 8,
  shadowOffsetPx: 2,
  outlineWidthPx: 0,
  outlineColor: "#000000",
};
