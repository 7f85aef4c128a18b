import { z } from "zod";

/** A stretch of a unit, from its beginning. */
const range = z.object({ fromMs: z.number(), toMs: z.number() });
export type UnitRange = Readonly<z.infer<typeof range>>;

/** Where a unit is silent, black or stands still: looked at once, in what is sent, and then only looked up. */
export const unitAnalysis = z.object({
  silent: z.array(range).default([]),
  black: z.array(range).default([]),
  frozen: z.array(range).default([]),
  durationMs: z.number(),
});
export type UnitAnalysis = Readonly<z.infer<typeof unitAnalysis>>;
