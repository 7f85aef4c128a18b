import type { EntryId, PlaylistCandidate, PlaylistId, TrackId } from "@nightjar/contract";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, uuidKey } from "./columns.ts";
import { tracks } from "./tracks.ts";

export const playlists = sqliteTable("playlists", {
  id: uuidKey().$type<PlaylistId>(),
  name: text("name").notNull(),
  description: text("description"),
  trackCount: integer("track_count").notNull().default(0),
  source: text("source").notNull().default("manual"),
  spotifyId: text("spotify_id").unique(),
  coverUrl: text("cover_url"),
  isActive: flag("is_active").notNull().default(false),
  createdAt: createdAt(),
});

/** One line of a playlist as its source tells it, and the track of the library that it is. */
export const playlistEntries = sqliteTable(
  "playlist_entries",
  {
    id: uuidKey().$type<EntryId>(),
    playlistId: text("playlist_id")
      .$type<PlaylistId>()
      .notNull()
      .references(() => playlists.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    album: text("album"),
    /** null: the source does not tell it. */
    durationMs: integer("duration_ms"),
    isrcCode: text("isrc_code"),
    spotifyId: text("spotify_id"),
    recordLabel: text("record_label"),
    releaseDate: text("release_date"),
    coverUrl: text("cover_url"),
    explicit: flag("explicit").notNull().default(false),
    /** The one owner of "is in the library". */
    trackId: text("track_id")
      .$type<TrackId>()
      .references(() => tracks.id, { onDelete: "set null" }),
    /** Why it is that track; null: it is none, or was imported from here. */
    why: text("why"),
    /** Which tracks it may be, as long as nobody has said. */
    candidates: text("candidates", { mode: "json" })
      .$type<readonly PlaylistCandidate[]>()
      .notNull()
      .$defaultFn(() => []),
  },
  (table) => [
    index("playlist_entries_order").on(table.playlistId, table.position),
    index("playlist_entries_track").on(table.trackId),
    index("playlist_entries_spotify").on(table.spotifyId),
  ],
);
