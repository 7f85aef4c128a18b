import { z } from "zod";
import { unitRefSchema } from "./unit.ts";

/** What a segment means to the director; the timeline carries it unread. */
const segmentLabelSchema = z.object({
  itemId: z.string().nullable(),
  trackId: z.string().nullable(),
  title: z.string(),
  artist: z.string(),
  durationMs: z.number(),
});

/** One stretch of the timeline: a unit of sound played once, and a unit of picture repeated under it. */
export const segmentSchema = z.object({
  /** Rises over the session, and is never used twice: with the session's id it names a journal entry. */
  serial: z.number().int(),
  video: unitRefSchema,
  audio: unitRefSchema,
  /** A slate: repeats its sound, too, and gives way as soon as the next segment can be read. */
  isSlate: z.boolean(),
  label: segmentLabelSchema,
});
export type Segment = Readonly<z.infer<typeof segmentSchema>>;
export type SegmentLabel = Readonly<z.infer<typeof segmentLabelSchema>>;
