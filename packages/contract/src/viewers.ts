import { z } from "zod";
import { VIEWER_SPANS } from "./choices.ts";

export const viewerSpan = z.enum(VIEWER_SPANS);

/** The most who watched at once in each of equal steps up to now, oldest first; null: it is not known. */
export const viewerHistory = z.object({ stepMs: z.number().int(), viewers: z.array(z.number().int().nullable()) });
export type ViewerHistory = z.infer<typeof viewerHistory>;
