import { z } from "zod";
import { elementId, mediaAssetId, templateId } from "./ids.ts";
import { elementType, fontFamily } from "./scene.ts";

export const overlayTemplate = z.object({
  id: templateId,
  name: z.string(),
  description: z.string().nullable(),
  isDefault: z.boolean(),
  createdAt: z.string(),
});
export type OverlayTemplate = z.infer<typeof overlayTemplate>;

export const mediaAsset = z.object({ id: mediaAssetId, fileName: z.string(), filePath: z.string() });
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
});
export type OverlayElement = z.infer<typeof overlayElement>;
