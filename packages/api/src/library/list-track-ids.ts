import { TRACKLIST_MAX_ENTRIES, trackId, trackQuery } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { trackFilters, trackOrder } from "./track-filters.ts";

/** All that a search found, in its order, so that it can be chosen in one press: at most as many as a tracklist holds. */
export const listTrackIds = defineVerb({
  name: "tracks.ids",
  access: "approved",
  kind: "query",
  input: trackQuery.omit({ limit: true, cursor: true }),
  output: z.array(trackId),
  run({ ctx, input }) {
    const found = ctx.services.db
      .select({ id: tracks.id })
      .from(tracks)
      .where(trackFilters(input))
      .orderBy(...trackOrder(input.sort))
      .limit(TRACKLIST_MAX_ENTRIES);
    return found.all().map(({ id }) => id);
  },
});
