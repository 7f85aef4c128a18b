import { z } from "zod";
import { unitAnalysis } from "./unit-analysis.ts";

/** What stands beside each unit: it exists when both are there and agree. */
export const unitRecord = z.object({
  kind: z.enum(["video", "audio"]),
  firstTagOffset: z.number().int().positive(),
  bytes: z.number().int().positive(),
  /** Coded pictures, or packets. */
  count: z.number().int().positive(),
  sha256: z.string(),
  /** What is to be seen and heard in it, when that was looked at. */
  analysis: unitAnalysis.optional(),
});
export type UnitRecord = z.infer<typeof unitRecord>;
