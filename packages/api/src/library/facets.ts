import { trackFacets } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { isNotNull } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { defineVerb } from "../verb.ts";

/** The values present in the library, for the filter bar's dropdowns. */
export const listFacets = defineVerb({
  name: "tracks.facets",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: trackFacets,
  run({ ctx }) {
    const valuesOf = (column: SQLiteColumn) =>
      ctx.services.db
        .selectDistinct({ value: column })
        .from(tracks)
        .where(isNotNull(column))
        .orderBy(column)
        .all()
        .map((row) => String(row.value));
    return {
      genres: valuesOf(tracks.genre),
      artists: valuesOf(tracks.artist),
      moods: valuesOf(tracks.mood),
      keys: valuesOf(tracks.key),
    };
  },
});
