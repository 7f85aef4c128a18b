import { z } from "zod";
import { elementId, mediaAssetId, streamId, templateId } from "./ids.ts";
import {
  CANVAS_HEIGHT_PX,
  CANVAS_WIDTH_PX,
  type ElementType,
  elementStyle,
  elementStyleFields,
  elementType,
  fontFamily,
  scenePlate,
} from "./scene.ts";

export const overlayTemplate = z.object({
  id: templateId,
  name: z.string(),
  description: z.string().nullable(),
  isDefault: z.boolean(),
  createdAt: z.string(),
  /** Raised by every change of the template and of its elements: whoever saves says which one was edited. */
  revision: z.number().int(),
  updatedAt: z.string(),
  /** The e-mail address of whoever changed it last; null: nobody yet. */
  updatedBy: z.string().nullable(),
  plates: z.array(scenePlate),
});
export type OverlayTemplate = z.infer<typeof overlayTemplate>;

export const mediaAsset = z.object({
  id: mediaAssetId,
  fileName: z.string(),
  filePath: z.string(),
  /** null: from before sizes were kept. */
  widthPx: z.number().int().nullable(),
  heightPx: z.number().int().nullable(),
});
export type MediaAsset = z.infer<typeof mediaAsset>;

/** An element as it is stored and edited; on air and in the preview it is a `SceneElement`. */
export const overlayElement = z.object({
  id: elementId,
  templateId: templateId.nullable(),
  name: z.string(),
  type: elementType,
  xPosition: z.number(),
  yPosition: z.number(),
  fontSize: z.number(),
  fontFamily,
  textColor: z.string(),
  opacity: z.number(),
  isVisible: z.boolean(),
  content: z.string().nullable(),
  mediaAssetId: mediaAssetId.nullable(),
  mediaAsset: mediaAsset.nullable(),
  ...elementStyle.shape,
  /** Of its template's list, from back to front; what is equal stands in the order it was added in. */
  layer: z.number().int(),
  /** Neither dragged nor nudged in the designer. */
  isLocked: z.boolean(),
});
export type OverlayElement = z.infer<typeof overlayElement>;

/** Of an element, and of a template. */
export const OVERLAY_NAME_MAX_LENGTH = 200;

/** A number within its limits, and the sentence that tells them. */
function between(what: string, min: number, max: number) {
  const text = `${what} must be a number from ${min} to ${max}`;
  return z.number(text).min(min, text).max(max, text);
}

/** What an element may be saved with: the limits of the screen are those of the server. */
export const elementFields = z.object({
  name: z
    .string("Please enter a name for the element")
    .trim()
    .min(1, "Please enter a name for the element")
    .max(OVERLAY_NAME_MAX_LENGTH, "Name is too long"),
  type: elementType,
  xPosition: between("Horizontal position", 0, CANVAS_WIDTH_PX),
  yPosition: between("Vertical position", 0, CANVAS_HEIGHT_PX),
  fontSize: between("Size", 8, 1024),
  fontFamily,
  textColor: z.string().regex(/^#[0-9a-fA-F]{6}$/, "A colour is written like #FFFFFF"),
  opacity: between("Opacity", 0, 100),
  isVisible: z.boolean(),
  content: z.string().max(10_000, "Text is too long").nullable(),
  mediaAssetId: mediaAssetId.nullable(),
  isLocked: z.boolean(),
  ...elementStyleFields.shape,
});
export type ElementFields = z.infer<typeof elementFields>;

/** One step of an edit. Applied in order, all or none. Ids of new elements are chosen by the editor, so that a step can be undone at once. */
export const templateChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("add"), id: elementId, fields: elementFields, layer: z.number().int() }),
  z.object({ kind: z.literal("set"), id: elementId, fields: elementFields.partial() }),
  z.object({ kind: z.literal("remove"), id: elementId }),
  /** All elements, from back to front. */
  z.object({ kind: z.literal("order"), ids: z.array(elementId) }),
  z.object({ kind: z.literal("plates"), plates: z.array(scenePlate) }),
]);
export type TemplateChange = z.infer<typeof templateChange>;

/** A template with all that is drawn of it. */
export const templateDocument = z.object({ template: overlayTemplate, elements: z.array(overlayElement) });
export type TemplateDocument = z.infer<typeof templateDocument>;

/** After the last edit of a template that is on air: a design goes on air when it rests, not at each step. */
export const EDITS_ON_AIR_AFTER_MS = 5000;

/** More than anybody designs; a bound for what one call may ask of the server. */
export const TEMPLATE_MAX_ELEMENTS = 500;
export const TEMPLATE_MAX_PLATES = 100;
export const TEMPLATE_MAX_CHANGES = 2000;
export const TEMPLATE_NAME_TEXT = "Please enter a name for the template";
const templateName = z.string(TEMPLATE_NAME_TEXT).trim().min(1, TEMPLATE_NAME_TEXT).max(OVERLAY_NAME_MAX_LENGTH, "Name is too long");
const templateDescription = z.string().trim().max(5000, "Description is too long").nullish();

/** With elements: a copy of another template, or of what is on the canvas. Their ids stand for those they will get, in plates too. */
export const createTemplateInput = z.object({
  /** Of the maker's own: asked again, because the answer was lost, the same template is answered. */
  id: z.uuid("The id of a template must be a UUID").pipe(templateId).optional(),
  name: templateName,
  description: templateDescription.transform((value) => value || null),
  elements: z
    .array(z.object({ id: elementId, fields: elementFields }))
    .max(TEMPLATE_MAX_ELEMENTS)
    .default([]),
  plates: z.array(scenePlate).max(TEMPLATE_MAX_PLATES).default([]),
});

export const templatePatch = z.object({
  name: templateName.optional(),
  description: templateDescription.transform((value) => (value === undefined ? undefined : value || null)),
  /** The one that was edited; without it the last writer wins. */
  revision: z.number().int().optional(),
});

export const changeTemplateInput = z.object({
  id: templateId,
  /** The one that was edited. */
  revision: z.number().int(),
  changes: z.array(templateChange).min(1).max(TEMPLATE_MAX_CHANGES),
});

const NO_TEMPLATE_TEXT = "Say with templateId which template the element belongs to";
/** Of the specification's call; what is not said gets its stored default. */
export const createElementInput = elementFields
  .partial()
  .extend({ name: elementFields.shape.name, type: elementType, templateId: z.string(NO_TEMPLATE_TEXT).pipe(templateId) });

/** A stream that shows a template. */
export const templateUsage = z.object({ id: streamId, title: z.string() });
export type TemplateUsage = z.infer<typeof templateUsage>;

/** Default edge or height of a new element, by type (specification part 2, section 9). */
export const DEFAULT_ELEMENT_SIZES: Readonly<Record<ElementType, number>> = {
  text: 32,
  "track-title": 48,
  "artist-name": 32,
  artwork: 128,
  "progress-bar": 20,
  image: 150,
  logo: 150,
  icon: 100,
  "social-stats": 24,
  "channel-name": 28,
};

/** Types whose size slider reaches to 1024 instead of 128. */
export const LARGE_ELEMENT_TYPES: readonly ElementType[] = ["image", "logo", "icon"];
export const FONT_SIZE_MIN_PX = 8;
export const FONT_SIZE_MAX_PX = 128;
export const LARGE_SIZE_MAX_PX = 1024;
/** Chosen when the designer is entered. */
export const ENTRY_TEMPLATE_NAME = "Minimalist Overlay";
