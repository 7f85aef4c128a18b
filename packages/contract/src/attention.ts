import { z } from "zod";

/** What somebody should look at, but for streams on air: each leads to the place where it can be mended. */
export const ATTENTION_KINDS = ["disk-full", "service", "broadcast", "background-copy", "waiting-accounts"] as const;

export const attention = z.object({ kind: z.enum(ATTENTION_KINDS), text: z.string() });
export type Attention = z.infer<typeof attention>;
