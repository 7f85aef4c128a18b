import { z } from "zod";
import { backgroundId, streamId } from "./ids.ts";

/** How often its making is asked after while somebody watches. */
export const SAMPLE_POLL_MS = 500;

/** none: there is none · making: under way · ready: all of it is there · partly: some of it, after a failure or by hand. */
export const SAMPLE_STATES = ["none", "making", "ready", "partly"] as const;

/** What is known of the sample channel, which a newcomer sees and hears without having brought anything. */
export const sampleChannel = z.object({
  state: z.enum(SAMPLE_STATES),
  /** What is being done, as a sentence; null: nothing is. */
  step: z.string().nullable(),
  /** 0 to 1. */
  progress: z.number(),
  /** Why the last attempt came to nothing, where it is ready why its test stream is stopped, as a sentence; null: nothing failed. */
  reason: z.string().nullable(),
  /** Where it can be seen and heard, from its first song on; null: not yet. */
  streamId: streamId.nullable(),
  /** Somebody has made it a part of their own: whoever removes it is asked first. */
  isBuiltUpon: z.boolean(),
  /** Of it: which streams show them is told by their uses. */
  backgroundIds: z.array(backgroundId),
  /** Streams but its own that play one of its tracks. */
  playedBy: z.array(streamId),
});
export type SampleChannel = z.infer<typeof sampleChannel>;

/** Its removal. Who was asked nothing says `unless`: somebody may have built on it since it was read. */
export const sampleRemoval = z.object({ unless: z.literal("built-upon").optional() });
