import { z } from "zod";
import { backgroundId, streamId, templateId, trackId } from "./ids.ts";

export const streamSettings = z.object({
  isLive: z.boolean(),
  viewerCount: z.number().int(),
  streamDuration: z.string(),
  currentTrackId: trackId.nullable(),
  activeBackgroundId: backgroundId.nullable(),
  activeOverlayTemplateId: templateId.nullable(),
  streamTitle: z.string().nullable(),
  streamDescription: z.string().nullable(),
});
export type StreamSettings = z.infer<typeof streamSettings>;

/** `isLive` is accepted because the specification sends it; what is wanted is changed by Start and Stop alone. */
export const streamSettingsPatch = z.object({
  currentTrackId: trackId.nullable().optional(),
  activeBackgroundId: backgroundId.nullable().optional(),
  activeOverlayTemplateId: templateId.nullable().optional(),
  isLive: z.boolean().optional(),
  streamId: streamId.nullable().optional(),
});
