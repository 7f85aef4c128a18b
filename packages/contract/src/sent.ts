import { z } from "zod";
import { streamId } from "./ids.ts";

/** A picture out of what destinations are sent, small. */
export const sentPicture = z.object({
  /** By its content: the same name is the same picture for ever. */
  name: z.string(),
  /** How long ago it was on air, when this was told. */
  ageMs: z.number().int(),
});
/** How loud what destinations are sent is, one level after the other, each of as long a stretch. */
export const sentSound = z.object({
  /** How long ago the first stretch began; what follows it may be still to come. */
  ageMs: z.number().int(),
  stepMs: z.number(),
  /** Root mean square of both channels, dB below full scale; at least SILENT_DB. */
  levelsDb: z.array(z.number()),
});
/** What is to be seen and heard of a stream now. */
export const sentNow = z.object({
  streamId,
  /** null: nothing is sent, or none of it could be looked at so far. */
  picture: sentPicture.nullable(),
  sound: sentSound.nullable(),
});
export type SentNow = z.infer<typeof sentNow>;

/** What the wall shows of a live stream beside its state, which events tell. */
export const wallStream = sentNow.extend({
  /** How old the newest proof is that its far ends take it, of several the oldest; null: none, or not of all. */
  evidenceAgeMs: z.number().int().nullable(),
});
export type WallStream = z.infer<typeof wallStream>;

/** What is below this is not heard. */
export const SILENT_DB = -60;
