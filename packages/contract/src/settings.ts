import { z } from "zod";
import { autoSwitch, backgroundTransition } from "./background.ts";
import { RENDER_ENCODERS } from "./profile.ts";
import { SYNC_FREQUENCIES } from "./spotify.ts";
import { backgroundId, streamId, templateId, trackId } from "./ids.ts";

export const streamSettings = z.object({
  isLive: z.boolean(),
  /** Of all that are shown whose viewers are known; null: of none of them. */
  viewerCount: z.number().int().nullable(),
  streamDuration: z.string(),
  currentTrackId: trackId.nullable(),
  activeBackgroundId: backgroundId.nullable(),
  activeOverlayTemplateId: templateId.nullable(),
  streamTitle: z.string().nullable(),
  streamDescription: z.string().nullable(),
  /** What pictures are rendered with, from each stream's next start on. */
  renderEncoder: z.enum(RENDER_ENCODERS),
  /** For streams that have chosen none of their own. */
  transition: backgroundTransition,
  autoSwitch,
  /** How often playlists of Spotify are brought up to date by themselves. */
  syncFrequency: z.enum(SYNC_FREQUENCIES),
});
export type StreamSettings = z.infer<typeof streamSettings>;

/** `isLive` is accepted because the specification sends it; what is wanted is changed by Start and Stop alone. */
export const streamSettingsPatch = z.object({
  currentTrackId: trackId.nullable().optional(),
  activeBackgroundId: backgroundId.nullable().optional(),
  activeOverlayTemplateId: templateId.nullable().optional(),
  isLive: z.boolean().optional(),
  streamId: streamId.nullable().optional(),
  renderEncoder: z.enum(RENDER_ENCODERS).optional(),
  transition: backgroundTransition.optional(),
  autoSwitch: autoSwitch.optional(),
  syncFrequency: z.enum(SYNC_FREQUENCIES).optional(),
});

/** What was found on the machine, by a trial with each. */
export const foundRenderEncoder = z.object({
  encoder: z.enum(RENDER_ENCODERS),
  isAvailable: z.boolean(),
  /** A sentence; null when it is available. */
  reason: z.string().nullable(),
});
export type FoundRenderEncoder = z.infer<typeof foundRenderEncoder>;
export const foundRenderEncoders = z.array(foundRenderEncoder);
