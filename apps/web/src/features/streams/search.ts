import { z } from "zod";

export const STREAM_TABS = ["tracklist", "background", "overlays"] as const;
export type StreamTab = (typeof STREAM_TABS)[number];

const day = z.iso.date().optional().catch(undefined);

/** What the address of /streaming carries: the chosen stream, its tab, and what its log shows. */
export const streamSearch = z.object({
  stream: z.string().optional().catch(undefined),
  tab: z.enum(STREAM_TABS).optional().catch(undefined),
  /** The first and the last day of the log. */
  from: day,
  to: day,
  /** Where the page of the log begins; the newest entry unless given. */
  log: z.string().max(200).optional().catch(undefined),
});
export type StreamSearch = z.infer<typeof streamSearch>;

/** The address once another stream is chosen: at the same tab, with the whole of its log. */
export const chosen = (id: string, { tab }: StreamSearch): StreamSearch => ({ stream: id, ...(tab && { tab }) });
