import { z } from "zod";

export const VIEWER_SPANS = ["hour", "day", "week"] as const;
export const viewerSpan = z.enum(VIEWER_SPANS);
export type ViewerSpan = z.infer<typeof viewerSpan>;

/** The most who watched at once in each of equal steps up to now, oldest first; null: it is not known. */
export const viewerHistory = z.object({ stepMs: z.number().int(), viewers: z.array(z.number().int().nullable()) });
export type ViewerHistory = z.infer<typeof viewerHistory>;
