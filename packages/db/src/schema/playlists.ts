import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, uuidKey } from "./columns.ts";

export const playlists = sqliteTable("playlists", {
  id: uuidKey(),
  name: text("name").notNull(),
  description: text("description"),
  trackCount: integer("track_count").notNull().default(0),
  source: text("source").notNull().default("manual"),
  spotifyId: text("spotify_id").unique(),
  coverUrl: text("cover_url"),
  isActive: flag("is_active").notNull().default(false),
  createdAt: createdAt(),
});
