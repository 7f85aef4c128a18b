import { onAirPicture } from "@nightjar/contract";
import { z } from "zod";
import { unitRefSchema } from "./unit.ts";

/** What a segment means to the director; the timeline carries it unread. */
const segmentLabelSchema = z.object({
  itemId: z.string().nullable(),
  trackId: z.string().nullable(),
  title: z.string(),
  artist: z.string(),
  durationMs: z.number(),
  /** What of the scene its picture shows, and why not all of it. */
  picture: onAirPicture.optional(),
  isrcCode: z.string().nullable().default(null),
  /** Why shuffling chose it; null where the order itself says so. */
  because: z.string().nullable().default(null),
});

/**
 * How the sound comes over from the segment before: a unit of its own, made from the end of the one and the beginning of
 * the other, because packets encoded apart never join cleanly.
 */
export const segmentJoinSchema = z.object({
  unit: unitRefSchema,
  /** It begins only behind this segment; 0: at the beginning of a session. */
  afterSerial: z.number().int(),
  /** The packet of that segment's unit that the join's first one replaces. */
  leaveAtPacket: z.number().int(),
  /** The join's packet with which the segment counts as begun. */
  enterAtPacket: z.number().int(),
  /** The packet of the segment's own unit that follows the join. */
  resumeAtPacket: z.number().int(),
});
export type SegmentJoin = Readonly<z.infer<typeof segmentJoinSchema>>;

/** One stretch of the timeline: a unit of sound played once, and a unit of picture repeated under it. */
export const segmentSchema = z.object({
  /** Rises over the session, and is never used twice: with the session's id it names a journal entry. */
  serial: z.number().int(),
  video: unitRefSchema,
  audio: unitRefSchema,
  /** A slate: repeats its sound, too, and gives way as soon as the next segment can be read. */
  isSlate: z.boolean(),
  /** Without one the sound simply follows, packet behind packet. */
  join: segmentJoinSchema.optional(),
  label: segmentLabelSchema,
});
export type Segment = Readonly<z.infer<typeof segmentSchema>>;
export type SegmentLabel = Readonly<z.infer<typeof segmentLabelSchema>>;
