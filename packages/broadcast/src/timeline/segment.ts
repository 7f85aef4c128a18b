import { onAirPicture } from "@nightjar/contract";
import { z } from "zod";
import { type UnitRef, unitRefSchema } from "./unit.ts";

const backgroundFileSchema = z.object({ path: z.string(), sha256: z.string() });
/** What a picture was made to show, by which the director knows whether that is still what is wanted. */
export const pictureLookSchema = z.object({
  /** Stands for all that decides its pixels. */
  hash: z.string(),
  background: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("default") }),
    z.object({ kind: z.enum(["video", "image"]), file: backgroundFileSchema }),
  ]),
});
export type PictureLook = Readonly<z.infer<typeof pictureLookSchema>>;

/** What a segment means to the director; the timeline carries it unread. */
const segmentLabelSchema = z.object({
  itemId: z.string().nullable(),
  trackId: z.string().nullable(),
  title: z.string(),
  artist: z.string(),
  durationMs: z.number(),
  /** What of the scene its picture shows, and why not all of it. */
  picture: onAirPicture.optional(),
  look: pictureLookSchema.optional(),
  isrcCode: z.string().nullable().default(null),
  /** Why shuffling chose it; null where the order itself says so. */
  because: z.string().nullable().default(null),
  /** Of the file that `audio` was made from: its track may have another by now. Absent: the slate, or a record from before this was kept. */
  audioSha256: z.string().optional(),
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
  /** That packet is one of the join that the segment came over with: it is left before it has come over. */
  isFromJoin: z.boolean().optional(),
  /** The join's packet with which the segment counts as begun. */
  enterAtPacket: z.number().int(),
  /** The packet of the segment's own unit that follows the join. */
  resumeAtPacket: z.number().int(),
});
export type SegmentJoin = Readonly<z.infer<typeof segmentJoinSchema>>;

/** Another picture for a segment that sounds. Changes take their turns in the order of their ids. */
export const pictureChangeSchema = z.object({
  /** Rises within the segment, and is never used twice; the segment's own picture is 0. */
  id: z.number().int().positive(),
  video: unitRefSchema,
  /** The IDR picture its first pass begins with, as byte offset and frame of the unit; by default the first. */
  entry: z.object({ offset: z.number().int(), frame: z.number().int() }).optional(),
  /** It waits for this frame of the session, and then for the next legal cut, or for the end of the pass that runs. */
  fromFrame: z.number().int(),
  at: z.enum(["cut", "loop-end"]),
  /** What of the scene it shows, and why not all of it. */
  picture: onAirPicture.optional(),
  look: pictureLookSchema.optional(),
});
export type PictureChange = Readonly<z.infer<typeof pictureChangeSchema>>;

/** One stretch of the timeline: a unit of sound played once, and a unit of picture repeated under it. */
export const segmentSchema = z.object({
  /** Rises over the session, and is never used twice: with the session's id it names a journal entry. */
  serial: z.number().int(),
  video: unitRefSchema,
  audio: unitRefSchema,
  /** Where `audio` begins on the grid of the track it goes on from without a gap. */
  phase: z.object({ sourceSamples: z.number().int(), wholePackets: z.number().int() }).optional(),
  /** A slate: repeats its sound, too, and gives way as soon as the next segment can be read. */
  isSlate: z.boolean(),
  /** Without one the sound simply follows, packet behind packet. */
  join: segmentJoinSchema.optional(),
  /** What takes the place of `video` while it sounds; those that had their turn are kept as long as a replay needs them. */
  pictures: z.array(pictureChangeSchema).readonly().optional(),
  label: segmentLabelSchema,
});
export type Segment = Readonly<z.infer<typeof segmentSchema>>;
export type SegmentLabel = Readonly<z.infer<typeof segmentLabelSchema>>;

/** All that must stay in the cache for it. */
export function unitsOf({ video, audio, join, pictures = [] }: Segment): UnitRef[] {
  return [video, audio, ...(join ? [join.unit] : []), ...pictures.map((change) => change.video)];
}
