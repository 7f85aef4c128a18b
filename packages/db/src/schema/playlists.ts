import type { EntryId, PlaylistCandidate, PlaylistId, PlaylistJob, TrackId, UserId } from "@nightjar/contract";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, moment, uuidKey } from "./columns.ts";
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
  /** When the library was last brought up to date with it; null: nobody has asked for that, and it is not done by itself. */
  syncedAt: moment("synced_at"),
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
    /** When those who know labels had all answered; null: not yet. */
    labelAskedAt: moment("label_asked_at"),
    releaseDate: text("release_date"),
    coverUrl: text("cover_url"),
    explicit: flag("explicit").notNull().default(false),
    /** Of the album whose label can be asked for; null: there is none, or labels of albums are not told. */
    spotifyAlbumId: text("spotify_album_id"),
    albumType: text("album_type"),
    albumTotalTracks: integer("album_total_tracks"),
    discNumber: integer("disc_number"),
    trackNumber: integer("track_number"),
    popularity: integer("popularity"),
    previewUrl: text("preview_url"),
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
    /** Somebody has said which track it is, or that it is none: the next reading asks no more. */
    decided: flag("decided").notNull().default(false),
  },
  (table) => [
    index("playlist_entries_order").on(table.playlistId, table.position),
    index("playlist_entries_track").on(table.trackId),
    index("playlist_entries_spotify").on(table.spotifyId),
    index("playlist_entries_isrc").on(table.isrcCode),
    index("playlist_entries_album").on(table.playlistId, table.spotifyAlbumId),
  ],
);

/** The reading of a playlist of Spotify's, or the look-up of the labels of one from a file, as far as it is: a restart goes on with it. */
export const playlistJobs = sqliteTable("playlist_jobs", {
  /** Spotify's of the playlist that is read; of one from a file its own. */
  id: text("spotify_id").primaryKey(),
  is: text("is").$type<PlaylistJob["is"]>().notNull(),
  done: integer("done").notNull().default(0),
  /** null: not known yet. */
  total: integer("total"),
  /** Of a reading once all is read: from then on it is brought into the library, which no cancelling takes back. */
  playlistId: text("playlist_id")
    .$type<PlaylistId>()
    .references(() => playlists.id, { onDelete: "cascade" }),
  sentence: text("sentence"),
  /** The library is brought up to date as well. */
  syncs: flag("syncs").notNull(),
  /** What that has done by now; null: nothing yet. */
  tracksAdded: integer("tracks_added"),
  tracksUpdated: integer("tracks_updated"),
  /** Who asked for the sync, for the audit log; null: nobody did, or nothing is synced. No reference: that outlives the account. */
  askedBy: text("asked_by").$type<UserId>(),
  requestId: text("request_id"),
  createdAt: createdAt(),
});
