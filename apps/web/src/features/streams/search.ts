import { z } from "zod";

export const STREAM_TABS = ["tracklist", "background", "overlays"] as const;
export type StreamTab = (typeof STREAM_TABS)[number];

/** What the address of /streaming carries: the chosen stream and its tab survive a reload. */
export const streamSearch = z.object({
  stream: z.string().optional().catch(undefined),
  tab: z.enum(STREAM_TABS).optional().catch(undefined),
});
