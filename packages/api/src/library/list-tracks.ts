import { trackPage, trackQuery } from "@nightjar/contract";
import { audioFiles, tracks } from "@nightjar/db";
import { and, count, eq } from "drizzle-orm";
import { defineVerb } from "../verb.ts";
import { afterCursor, cursorAfter, trackFilters, trackOrder } from "./track-filters.ts";
import { toTrack, trackColumns } from "./track-shape.ts";

export const listTracks = defineVerb({
  name: "tracks.list",
  access: "approved",
  kind: "query",
  input: trackQuery,
  output: trackPage,
  run({ ctx, input }) {
    const { db } = ctx.services;
    const filters = trackFilters(input);
    const query = db
      .select(trackColumns)
      .from(tracks)
      .leftJoin(audioFiles, eq(audioFiles.sha256, tracks.audioSha256))
      .where(and(filters, input.cursor === undefined ? undefined : afterCursor(db, input.sort, input.cursor)))
      .orderBy(...trackOrder(input.sort));
    const total = db.select({ total: count() }).from(tracks).where(filters).get()?.total ?? 0;
    if (input.limit === undefined) return { items: query.all().map(toTrack), nextCursor: null, total };
    // One more than asked for tells whether there is a next page.
    const rows = query.limit(input.limit + 1).all();
    const page = rows.slice(0, input.limit);
    const last = page.at(-1);
    const nextCursor = rows.length > page.length && last ? cursorAfter(input.sort, last) : null;
    return { items: page.map(toTrack), nextCursor, total };
  },
});
