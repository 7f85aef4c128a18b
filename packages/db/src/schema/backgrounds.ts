import type { BackgroundId } from "@nightjar/contract";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, uuidKey } from "./columns.ts";

export const backgrounds = sqliteTable("backgrounds", {
  id: uuidKey().$type<BackgroundId>(),
  title: text("title").notNull(),
  description: text("description"),
  videoUrl: text("video_url").notNull(),
  thumbnailUrl: text("thumbnail_url"),
  durationMs: integer("duration_ms").notNull(),
  resolution: text("resolution").notNull().default("1920x1080"),
  /** The default for streams that have chosen none. */
  isActive: flag("is_active").notNull().default(false),
  createdAt: createdAt(),
});
