import { z } from "zod";
import { elementId, mediaAssetId } from "./ids.ts";

/** The canvas every scene is designed on; profiles scale from it. */
export const CANVAS_WIDTH_PX = 1920;
export const CANVAS_HEIGHT_PX = 1080;

export const ELEMENT_TYPES = [
  "text",
  "track-title",
  "artist-name",
  "artwork",
  "progress-bar",
  "image",
  "logo",
  "icon",
  "social-stats",
  "channel-name",
] as const;
export const elementType = z.enum(ELEMENT_TYPES);
export type ElementType = z.infer<typeof elementType>;

/** What looks different at every position of a track. */
export const MOVING_ELEMENT_TYPES: readonly ElementType[] = ["progress-bar"];

export const FONT_FAMILIES = ["Inter", "Roboto", "Arial"] as const;
export const fontFamily = z.enum(FONT_FAMILIES);
export type FontFamily = z.infer<typeof fontFamily>;

export const TEXT_ALIGNS = ["left", "center", "right"] as const;
export type TextAlign = (typeof TEXT_ALIGNS)[number];

/** What a text does that is wider than its box: end in an ellipsis, or go on in the next line. */
export const TEXT_OVERFLOWS = ["ellipsis", "wrap"] as const;
export type TextOverflow = (typeof TEXT_OVERFLOWS)[number];

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);
const percent = z.number().min(0).max(100);

/** How an element is drawn beyond the specification's fields. */
const styleFields = {
  fontWeight: z.enum(["400", "700"]),
  /** The width text is shortened to or wrapped at; of a progress bar, its own; null: to the edge of the canvas. */
  boxWidthPx: z.number().positive().max(CANVAS_WIDTH_PX).nullable(),
  /** Where in its box text stands; without a box it begins at its position. */
  textAlign: z.enum(TEXT_ALIGNS),
  textOverflow: z.enum(TEXT_OVERFLOWS),
  /** 0: no shadow. */
  shadowOpacity: percent,
  shadowColor: colour,
  shadowBlurPx: z.number().min(0).max(64),
  /** Downwards. */
  shadowOffsetPx: z.number().min(-64).max(64),
  /** Around letters, outwards; 0: none. */
  outlineWidthPx: z.number().min(0).max(32),
  outlineColor: colour,
} as const;
/** As it is edited: nothing is taken for granted that was not said. */
export const elementStyleFields = z.object(styleFields);

/** The defaults draw an element as if there were no such fields. */
export const elementStyle = z.object({
  fontWeight: styleFields.fontWeight.default("400"),
  boxWidthPx: styleFields.boxWidthPx.default(null),
  textAlign: styleFields.textAlign.default("left"),
  textOverflow: styleFields.textOverflow.default("ellipsis"),
  shadowOpacity: styleFields.shadowOpacity.default(0),
  shadowColor: styleFields.shadowColor.default("#000000"),
  shadowBlurPx: styleFields.shadowBlurPx.default(8),
  shadowOffsetPx: styleFields.shadowOffsetPx.default(2),
  outlineWidthPx: styleFields.outlineWidthPx.default(0),
  outlineColor: styleFields.outlineColor.default("#000000"),
});
export type ElementStyle = z.infer<typeof elementStyle>;

/**
 * One element of a scene. (xPosition, yPosition) is the top left corner of its box, in canvas pixels.
 * fontSize is the size of text, and the edge of the box for artwork, image, logo and icon.
 */
export const sceneElement = z.object({
  id: elementId,
  type: elementType,
  xPosition: z.number(),
  yPosition: z.number(),
  fontSize: z.number().positive().max(1024),
  fontFamily: fontFamily,
  textColor: colour,
  opacity: percent,
  isVisible: z.boolean(),
  content: z.string().nullable().default(null),
  mediaAssetId: mediaAssetId.nullable().default(null),
  ...elementStyle.shape,
});
export type SceneElement = z.infer<typeof sceneElement>;

/**
 * A translucent rounded panel behind a group of elements, so that they can be read over any picture. It is as large as what the
 * visible ones of the group really fill (text that was shortened included), and its padding; with none of them it is not drawn.
 */
export const scenePlate = z.object({
  elementIds: z.array(elementId).min(1),
  color: colour,
  opacity: percent,
  paddingPx: z.number().min(0).max(256),
  /** More room at the right end, where text ends. */
  paddingRightPx: z.number().min(0).max(256),
  radiusPx: z.number().min(0).max(256),
});
export type ScenePlate = z.infer<typeof scenePlate>;

/** Plates lie under all elements; elements are drawn in the order of the list. */
export const scene = z.object({ elements: z.array(sceneElement), plates: z.array(scenePlate).optional() });
export type Scene = z.infer<typeof scene>;

const isMoving = ({ type, isVisible, opacity }: SceneElement) => isVisible && opacity > 0 && MOVING_ELEMENT_TYPES.includes(type);

/** A scene with something that moves is rendered for the whole length of every track, one without for one pass over its background. */
export const sceneMoves = (scene: Scene): boolean => scene.elements.some(isMoving);

/** The same scene without its moving parts; itself when it has none. */
export function withoutMotion(scene: Scene): Scene {
  return sceneMoves(scene) ? { ...scene, elements: scene.elements.filter((element) => !isMoving(element)) } : scene;
}

/** A scene that shows figures about the audience, which change while a track plays. */
export const showsStats = (scene: Scene): boolean =>
  scene.elements.some(({ type, isVisible, opacity }) => type === "social-stats" && isVisible && opacity > 0);

/** What a scene is drawn with: all that may differ between two frames of the same scene. */
export interface FrameState {
  readonly title: string;
  readonly artist: string;
  readonly channelName: string;
  /** Position within the track; null where nothing moves. */
  readonly positionMs: number | null;
  readonly durationMs: number;
  /** What social-stats shows; taken now and then, never per frame. Absent: nothing is known. */
  readonly stats?: FrameStats;
}

export interface FrameStats {
  /** null: not known, which is not the same as nobody. */
  readonly viewerCount: number | null;
}

const plain = { fontFamily: "Inter", opacity: 100, isVisible: true, content: null, mediaAssetId: null } as const;

/**
 * The built-in scene: cover, title and artist on a dark plate at the lower left, 72 px from both edges. The plate's corners are
 * concentric with the cover's; it is dark enough that the artist's name keeps a contrast of 5:1 over a white picture.
 */
export const BUILT_IN_SCENE: Scene = scene.parse({
  elements: [
    { ...plain, id: "built-in-artwork", type: "artwork", xPosition: 92, yPosition: 828, fontSize: 160, textColor: "#FFFFFF" },
    {
      ...plain,
      id: "built-in-title",
      type: "track-title",
      xPosition: 284,
      yPosition: 849,
      fontSize: 56,
      fontWeight: "700",
      textColor: "#FFFFFF",
      boxWidthPx: 1400,
    },
    {
      ...plain,
      id: "built-in-artist",
      type: "artist-name",
      xPosition: 285,
      yPosition: 919,
      fontSize: 34,
      textColor: "#D4D4D8",
      boxWidthPx: 1400,
    },
  ],
  plates: [
    {
      elementIds: ["built-in-artwork", "built-in-title", "built-in-artist"],
      color: "#0B0B10",
      opacity: 76,
      paddingPx: 20,
      paddingRightPx: 48,
      radiusPx: 36,
    },
  ],
});
