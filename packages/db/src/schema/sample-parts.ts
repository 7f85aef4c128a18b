import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** `complete`: the stream once it has all of its songs, so that nothing is missing. */
export const SAMPLE_PART_KINDS = ["tracks", "backgrounds", "streams", "complete"] as const;

/**
 * What the sample channel is made of, noted in the very transaction that made it, so that its removal takes that and nothing else. No
 * reference: what somebody deleted by hand is no part any more, and stands in nobody's way.
 */
export const sampleParts = sqliteTable(
  "sample_parts",
  {
    kind: text("kind", { enum: SAMPLE_PART_KINDS }).notNull(),
    id: text("id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
