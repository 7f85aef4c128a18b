import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt } from "./columns.ts";

/** A cover, re-encoded by us to JPEG and named by that content. */
export const artworkFiles = sqliteTable("artwork_files", {
  sha256: text("sha256").primaryKey(),
  sizeBytes: integer("size_bytes").notNull(),
  createdAt: createdAt(),
});
