import { z } from "zod";
import { itemId, trackId } from "./ids.ts";
import { TRACKLIST_MAX_ENTRIES, TRACKLIST_TEXT, newItemId } from "./stream.ts";

const itemIds = z.array(itemId).min(1, "Choose at least one track").max(TRACKLIST_MAX_ENTRIES, TRACKLIST_TEXT);
/** The entry it is to stand under; null: at the top. */
const after = itemId.nullable();

/** An entry that is to be. */
export const newEntry = z.object({
  itemId: newItemId,
  trackId,
  isGapless: z.boolean().nullable().default(null),
});
export type NewEntry = z.infer<typeof newEntry>;

/** One change of a tracklist, told by its entries and never by their places, so that steps of several people can be merged. */
export const tracklistStep = z.discriminatedUnion("is", [
  z.object({
    is: z.literal("insert"),
    entries: z.array(newEntry).min(1, "Choose at least one track").max(TRACKLIST_MAX_ENTRIES, TRACKLIST_TEXT),
    after,
  }),
  /** Those stand under each other then, in this order. */
  z.object({ is: z.literal("move"), itemIds, after }),
  z.object({ is: z.literal("remove"), itemIds }),
]);
export type TracklistStep = z.infer<typeof tracklistStep>;

export const tracklistStepInput = z.object({
  step: tracklistStep,
  readAt: z.number().int(),
  own: z.array(z.number().int()).max(1000).default([]),
});
