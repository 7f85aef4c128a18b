import type { BackgroundId } from "@nightjar/contract";
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, flag, uuidKey } from "./columns.ts";

export const backgrounds = sqliteTable(
  "backgrounds",
  {
    id: uuidKey().$type<BackgroundId>(),
    title: text("title").notNull(),
    description: text("description"),
    /** The address of a row of background_files. Length and resolution are copied from there: a content-named file never changes. */
    videoUrl: text("video_url").notNull(),
    thumbnailUrl: text("thumbnail_url"),
    durationMs: integer("duration_ms").notNull(),
    resolution: text("resolution").notNull().default("1920x1080"),
    /** The default for streams that have chosen none. */
    isActive: flag("is_active").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index("backgrounds_video").on(table.videoUrl),
    index("backgrounds_thumbnail").on(table.thumbnailUrl),
    uniqueIndex("backgrounds_active")
      .on(table.isActive)
      .where(sql`"is_active" = 1`),
  ],
);
