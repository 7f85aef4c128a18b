import { z } from "zod";

/** Titles that are named of many. */
export const NAMED_TITLES = 3;

/** What a step did to the tracklist, as it is told: the first titles of so many. */
export const toldStep = z.object({
  is: z.enum(["insert", "move", "remove", "write"]),
  titles: z.array(z.string()),
  total: z.number().int(),
});
export type ToldStep = z.infer<typeof toldStep>;

/** One change that somebody made to a stream. */
export const streamChange = z.object({
  id: z.number().int(),
  at: z.string(),
  /** The address of the account; null: it is gone, or it was the studio itself. */
  by: z.string().nullable(),
  /** The call's name, e.g. "streams.start". */
  action: z.string(),
  /** What differs, as it was and as it is. */
  fields: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Of the tracklist after this change; null: it did not change that. */
  revision: z.number().int().nullable(),
  step: toldStep.nullable(),
});
export type StreamChange = z.infer<typeof streamChange>;

export const streamHistoryQuery = z.object({ before: z.number().int().optional(), limit: z.number().int().min(1).max(100).default(20) });
/** Newest first. */
export const streamHistory = z.object({ items: z.array(streamChange), nextBefore: z.number().int().nullable() });
